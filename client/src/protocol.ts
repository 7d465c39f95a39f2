// The messages of the server, as far as this client reads them, and how differences and parts of choices are put together.
// The whole is in protocol.schema.json; nothing here knows how it is shown.

export interface Choice {
  kind: string; key: string; label: string; result?: string; seat?: number; action?: string; choices?: Choice[]; why?: string[];
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
export interface Task { tag: string; seat?: number; points?: number; upgrades?: number; tile?: string; [more: string]: unknown }
export interface State {
  season: string; start: number; agenda: Task[]; lots: Lot[]; seats: Seat[]; berths: Berth[]; bag: string;
}
export interface View { viewer: number; players: string[]; deciding: number[]; state: State; expansions?: string[] }
export interface Entry { number: number; seat: number; words: string[]; events?: GameEvent[] }
export interface GameEvent {
  tag: string; seat?: number; tile?: string; side?: number; good?: string; origin?: string; target?: string; pasture?: string; boat?: string;
  goods?: string; workers?: string; skills?: string; shown?: string; tiles?: (string | [string, number])[]; winners?: number[];
}
export interface Pasture { id: string; animals: string; parts: number[][] }
/** What an expansion brings: where it lies, and what lies in it; `hidden` says how many pieces cannot be seen. */
export interface OwnPlace {
  tag: string; title: string; on: "seat" | "village" | "tile" | "lot" | "boat" | "table"; pieces: [string, number][];
  seat?: number | null; at?: string | null; hidden?: boolean | number | null; kind?: string;
}
/** What is drawn beside the view. A game that brings a whole picture has it in `svg`. */
export interface Scene { pastures: Pasture[][]; places?: OwnPlace[]; svg?: string; title?: string; worth?: Record<string, number> }
export interface Sheet { total: number; flipped: string; lines: { source: string; points: number; used: [string, string, number][]; detail: string }[] }

/** How long people may think, by the time of the server; `since` is 0 while a clock is stopped. */
export interface Clocks { move: number; game: number; zero: "nothing" | "bot"; seats: { left: number; since: number }[] }
export interface Remark {
  number: number; seat: number; time: number; text?: string; reaction?: "hello" | "nice" | "thanks" | "moment" | "sorry" | "well_played"; event?: "away" | "time" | "asked" | "back";
}
/** Everything that is known of a table; the open question is in it with its whole tree. */
export interface Table {
  table: string; rules: string; next: string; language: string; seats: { name: string; bot: string; stand_in?: boolean }[]; clocks?: Clocks | null; view: View;
  undo: boolean; hints?: boolean; scene: Scene; scores: (Sheet | null)[]; notice: string;
  ply: number; digest: string; decision: Decision | null;
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Difference = { [key: string]: Json[] | Difference };
interface More { result?: number; seat?: number; why?: number[] }
type Spelled = [kind: string, key: string, label: string, leads: string | number[], more?: More];
/** A text, a choice, or a choice that begins with the number of an earlier one of the same kind, key and label. */
export type Part = string | Spelled | [earlier: number, leads: string | number[], more?: More];
interface Asked { id: string; kind: string; prompt: string; choices: number[]; blocked: number[] }
interface News {
  ply: number; digest: string; entries: { seat: number; words: string[]; events?: GameEvent[] }[]; rollback?: number;
  decision?: Asked | null; parts?: Part[]; time?: number;
}
export type TableMessage = { type: "table"; version: number } & News & Omit<Table, keyof News>;
export type ChangeMessage = { type: "change"; changes?: Difference } & News;
export interface Answer {
  type: "answer"; to: string; id?: string; outcome: "stored" | "refused" | "unknown" | "told"; ply?: number; reason?: string; code?: string;
  refusals?: { message: string }[]; link?: string;
}
export interface PastEntry { seat: number; words: string[]; season?: string }
export interface HistoryMessage { type: "history"; id: string; open: boolean; entries: PastEntry[] }
export type MomentMessage = { type: "moment"; id: string; open: boolean } & Omit<Table, "digest" | "decision">;
/** A mean and its standard error. */
export type Estimate = [mean: number, error: number];
export interface ReviewedMoment {
  ply: number; chances: Estimate[];
  choice?: { seat: number; grade: "good" | "inaccuracy" | "mistake" | "blunder"; loss: Estimate; points: Estimate; decided: boolean; played: number; best: number; tried: Tried[] };
}
export interface Tried { action: string; words: string; win: Estimate }
export interface HintMessage { type: "hint"; id: string; decision: string; tried: Tried[] }
export interface ReviewMessage { type: "review"; id?: string; done: number; all: number; moments: ReviewedMoment[]; stopped?: string }
export type Told = ReviewMessage | HintMessage | HistoryMessage | MomentMessage | { type: "log"; id: string; text: string } | TableMessage | ChangeMessage | Answer | { type: "here"; seats: boolean[]; asking?: Record<string, number[]> } | { type: "chat"; remarks: Remark[] } | { type: "wait"; again: number; reason: string };

export interface TileData {
  title: string; kind: string; season?: string; edges: string; words: string;
  front: { words: string }; back: { words: string } | null; upgrade: string | null;
}
export interface Rules { tiles: Record<string, TileData>; goods: Record<string, string>; pieces: Record<string, string>; words: Record<string, string> }

/** Applies a difference; what did not change is the same object as before, so that drawing can skip it. */
export function merged<T>(was: T, changes: Difference): T {
  const found = (Array.isArray(was) ? [...was] : { ...was }) as Record<string, unknown>;
  let gone = 0;
  for (const [key, change] of Object.entries(changes)) {
    if (!Array.isArray(change)) found[key] = merged(found[key], change);
    else if (change.length) found[key] = change[0];
    else if (Array.isArray(found)) gone++;
    else delete found[key];
  }
  if (Array.isArray(found)) found.length -= gone; // in a list, only the last ones go
  return found as T;
}

function spelled(number: number, parts: readonly Part[]): Spelled {
  const part = parts[number] as Exclude<Part, string>;
  if (typeof part[0] === "string") return part as Spelled;
  const [earlier, leads, more] = part as Exclude<Part, string | Spelled>;
  const [kind, key, label, , same] = spelled(earlier, parts);
  const further = more ?? same;
  return further ? [kind, key, label, leads, further] : [kind, key, label, leads];
}

/** Puts a choice together from its parts; placeholders of actions are filled with the keys on the path. */
export function whole(number: number, parts: readonly Part[], way: readonly [string, string][] = []): Choice {
  const [kind, key, label, leads, more] = spelled(number, parts);
  const here: [string, string][] = [...way, [kind, key]];
  const choice: Choice = { kind, key, label };
  if (typeof leads === "string") choice.action = here.reduce((action, [gap, word]) => action.replaceAll(`{${gap}}`, word), leads);
  else if (leads.length) choice.choices = leads.map((below) => whole(below, parts, here));
  if (more?.result !== undefined) choice.result = parts[more.result] as string;
  if (more?.seat !== undefined) choice.seat = more.seat;
  if (more?.why) choice.why = more.why.map((reason) => parts[reason] as string);
  return choice;
}

/** What a window knows of its table: built up from messages, never changed in place. */
export class Known {
  private constructor(readonly table: Table, readonly history: readonly Entry[], private readonly parts: readonly Part[]) {}

  static read(before: Known | null, message: TableMessage | ChangeMessage): Known {
    if (message.type === "change") {
      if (!before) throw new Error("a change without a table");
      return Known.next(merged(before.table, message.changes ?? {}), before.history, before.parts, message);
    }
    const { type: _type, version: _version, ...rest } = message;
    return Known.next({ ...rest, decision: null } as Table, before?.history ?? [], [], message);
  }

  private static next(table: Table, history: readonly Entry[], known: readonly Part[], news: News): Known {
    const parts = news.parts ? [...known, ...news.parts] : known;
    const kept = news.rollback === undefined ? history : history.filter((entry) => entry.number <= news.rollback!);
    const first = news.ply - news.entries.length + 1;
    const entries = [...kept, ...news.entries.map((entry, n) => ({ number: first + n, ...entry }))];
    let decision = table.decision;
    if (news.decision !== undefined) {
      decision = news.decision && {
        ...news.decision,
        choices: news.decision.choices.map((number) => whole(number, parts)),
        blocked: news.decision.blocked.map((number) => whole(number, parts)),
      };
    }
    return new Known({ ...table, ply: news.ply, digest: news.digest, decision }, entries, parts);
  }
}

const COLOURS: Record<string, string> = { R: "red", B: "blue", Y: "yellow", G: "green", P: "purple" };

/** Reads pieces such as "R2 wood1 ?3". */
export function pool(text: string | undefined): [string, number][] {
  return [...(text ?? "").matchAll(/([A-Z]|[a-z_]+|\?)(\d+)/g)].map(([, piece, number]) => [
    COLOURS[piece!] ?? piece!, Number(number),
  ]);
}

export const total = (text: string | undefined): number => pool(text).reduce((sum, [, n]) => sum + n, 0);
