// Everything the page knows and shows, in one value; the components draw it, and `Table` changes it.
import { useEffect, useState } from "preact/hooks";
import { letters } from "./layout";
import { NOTHING, type Picked } from "./choosing";
import type { Known, PastEntry, HintMessage, Remark, ReviewedMoment, Rules, Table } from "./protocol";
import { t } from "./text";

/** What is read in the panel: a tile or boat, a player, a piece, or all that lies in a place on the table. */
export type Card = { kind: "tile"; key: string } | { kind: "player"; seat: number } | { kind: "piece"; key: string; of: string } | { kind: "pile"; title: string };
export type Tab = "auction" | "village" | "rivals" | "log";

export interface Model {
  known: Known | null;
  rules: Rules | null;
  here: readonly boolean[];
  connected: boolean;
  /** Who asks for a bot to take over which seat. */
  asking: Readonly<Record<string, number[]>>;
  /** How many seconds this machine is ahead of the server. */
  skew: number;
  /** What was said; how much of it was not read; whom this browser does not hear; what is shown for a moment. */
  chat: readonly Remark[];
  unread: number;
  muted: readonly number[];
  toast: Remark | null;
  chatProblem: string;
  /** What the drawer shows. */
  drawer: "log" | "chat";
  /** Why the server cannot let this window in now, in its words. */
  waiting: string;
  gone: string;
  pick: Picked;
  card: Card | null;
  /** Whose village is shown instead of your own. */
  looked: number | null;
  offered: readonly string[];
  /** What was sent and has not been answered; `kept` if it waits for the connection. */
  sent: { id: string; what: string; kept: boolean } | null;
  problem: string;
  log: boolean;
  tab: Tab;
  sheet: boolean;
  /** Whose score sheet is open. */
  score: number | null;
  auto: boolean;
  /** Whether a pass that nobody asked for is on its way; a click stops it. */
  passing: boolean;
  keys: boolean;
  /** Whether single letters work as keys; Enter, Escape and the arrows always do. */
  letters: boolean;
  rulesOpen: boolean;
  /** Which line of them was asked for. */
  rulesAt: number | null;
  /** How you want to be notified of your turn; nothing until you ask for it. */
  sound: boolean;
  notify: boolean;
  notifyNo: boolean;
  menu: boolean;
  /** Whether the links of the table are shown. */
  inviting: boolean;
  /** How good the best answers to a question are. */
  hint: HintMessage | null;
  /** The review of the game, as far as it has come: what was reviewed, by ply. */
  review: { done: number; all: number; moments: ReadonlyMap<number, ReviewedMoment>; stopped: string } | null;
  /** Whether it is a guided game, with lessons. */
  guided: boolean;
  /** The moment of the past that is shown; null for the present. Until it has arrived, the table stays as it was. */
  past: { ply: number; entries: readonly PastEntry[]; open: boolean; table: Table } | null;
  share: number | null;
  /** How many updates have come: a new language, for example, changes what components draw. */
  tongue: string;
}

export const EMPTY: Model = {
  known: null, rules: null, here: [], asking: {}, skew: 0, chat: [], unread: 0, muted: [], toast: null, chatProblem: "", drawer: "log", connected: false, waiting: "", gone: "", pick: NOTHING, card: null, looked: null, offered: [], sent: null, problem: "",
  log: false, tab: "auction", sheet: false, score: null, auto: false, passing: false, keys: false, letters: true, rulesOpen: false, rulesAt: null, sound: false, notify: false, notifyNo: false, menu: false, inviting: false, hint: null, review: null, guided: false, past: null, share: null, tongue: "en",
};

/** A value that reports its changes. */
export class Store<T> {
  private readonly listeners = new Set<() => void>();
  constructor(private value: T) {}
  get(): T { return this.value; }
  set(changes: Partial<T>): void {
    this.value = { ...this.value, ...changes };
    for (const listener of this.listeners) listener();
  }
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState(store.get());
  useEffect(() => { setValue(store.get()); return store.listen(() => setValue(store.get())); }, [store]);
  return value;
}

const signs = new WeakMap<readonly string[], string[]>();
/** The letters of the seals of a table. */
export function signsOf(table: Table): string[] {
  const names = table.view.players;
  if (!signs.has(names)) signs.set(names, letters(names));
  return signs.get(names)!;
}

/** What just happened, in words: at a moment of the past what led to it, otherwise what the others have done since your last action. */
export function lately({ past, known }: Model): string {
  if (past) return past.entries[past.ply]?.words[0] ?? "";
  const history = known?.history ?? [], viewer = known?.table.view.viewer ?? -1;
  const others = viewer < 0 ? [] : history.slice(history.map((entry) => entry.seat).lastIndexOf(viewer) + 1).slice(-5);
  return (others.length ? others : history.slice(-1)).map((entry) => entry.words[0]).join(" ");
}

export const title = (rules: Rules, key: string): string => rules.tiles[key.split("/")[0]!]?.title ?? key;
export const placeTitle = (rules: Rules, key: string): string => {
  const [tile, number] = key.split("/");
  return number ? t("pastureOf", { n: number, tile: title(rules, tile!) }) : title(rules, key);
};
export const up = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const sentence = (text: string): string => { const words = up(text.trim()); return /[.!?…]$/.test(words) ? words : `${words}.`; };
export const pieceName = (rules: Rules) => (piece: string, kind: string): string => rules.pieces[piece] ?? (piece === "?" ? t("hidden", { kind: rules.pieces[kind] ?? kind }) : piece);

/** Stores a setting in this browser; private windows store nothing. */
export function wish(name: string, value?: string): string {
  try {
    if (value !== undefined) localStorage.setItem(`keyflower.${name}`, value);
    return localStorage.getItem(`keyflower.${name}`) ?? "";
  } catch { return value ?? ""; }
}
