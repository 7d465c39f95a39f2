// What the server tells, as far as this client reads it; the whole is in protocol.schema.json.

export interface Refusal { code: string; message: string; rule: string }
export interface Choice {
  kind: string; key: string; label: string; result?: string; seat?: number; action?: string;
  choices?: Choice[]; why?: Refusal[];
}
export interface Decision { id: string; kind: string; prompt: string; choices: Choice[]; blocked: Choice[] }
export interface Use { workers: string; lying?: string; seat?: number }
export interface Bid { seat: number; colour: string; size: number; lying?: boolean }
export interface Lot { tile: string; side?: number; bids?: Bid[]; uses?: Use[] }
export interface Laid {
  name: string; cell: [number, number]; rotation: number; edges: string; side?: number; goods?: string; uses?: Use[];
}
export interface Seat {
  village: { tiles: Laid[] };
  workers?: string; open_workers?: string; skills?: string; open_skills?: string; stock?: string;
  won?: [string, number][]; winter?: string[]; offered?: string[] | null; boat?: string;
}
export interface Berth { boat: string; workers?: string; skills?: string; taken?: boolean }
export interface State {
  season: string; start: number; agenda: unknown[]; lots: Lot[]; seats: Seat[]; berths: Berth[]; bag: string;
}
export interface View { viewer: number; players: string[]; deciding: number[]; state: State }
export interface Entry { number: number; seat: number; words: string[]; entry?: { events: GameEvent[] } }
export interface GameEvent {
  tag: string; seat?: number; tile?: string; side?: number; good?: string; origin?: string; target?: string; pasture?: string; boat?: string;
  goods?: string; workers?: string; skills?: string; shown?: string; tiles?: (string | [string, number])[]; winners?: number[];
}
export interface Pasture { id: string; animals: string; parts: number[][] }
export interface Sheet { total: number; flipped: string; lines: { source: string; points: number; used: [string, string, number][]; detail: string }[] }
export interface Table {
  type: "table" | "rollback"; table: string; rules: string; language: string; ply: number; view: View; decision: Decision | null;
  seats: { name: string; bot: string }[]; entries: Entry[]; undo: boolean; pastures: Pasture[][]; scores: (Sheet | null)[];
  notice: string;
}
export type Told =
  | Table
  | { type: "refused"; to: string; reason: string; code?: string; refusals: Refusal[] }
  | { type: "here"; seats: boolean[] };

export interface TileData {
  title: string; kind: string; edges: string; words: string;
  front: { words: string }; back: { words: string } | null; upgrade: string | null;
}
export interface Rules { tiles: Record<string, TileData>; goods: Record<string, string>; pieces: Record<string, string> }

const COLOURS: Record<string, string> = { R: "red", B: "blue", Y: "yellow", G: "green", P: "purple" };

/** Reads pieces such as "R2 wood1 ?3". */
export function pool(text: string | undefined): [string, number][] {
  return [...(text ?? "").matchAll(/([A-Z]|[a-z_]+|\?)(\d+)/g)].map(([, piece, number]) => [
    COLOURS[piece!] ?? piece!, Number(number),
  ]);
}

export const total = (text: string | undefined): number => pool(text).reduce((sum, [, n]) => sum + n, 0);
