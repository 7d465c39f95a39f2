// How a person moves through the tree of choices: pure functions of a decision and of what is picked.
import type { Choice, Decision, Table } from "./protocol";

/** Kinds of choices whose keys are places on the table; any other kind is a button. */
const PLACES = new Set(["tile", "origin", "target", "boat", "pasture", "won"]);
export const isPlace = (choice: Choice): boolean => PLACES.has(choice.kind);

/** What is picked so far: a place, and perhaps what to take from it. Everything else follows from the decision. */
export interface Picked { key: string; good: string | null; cell: string | null; turned: number; way: string[] }
export const NOTHING: Picked = { key: "", good: null, cell: null, turned: 0, way: [] };
export const picked = (key: string): Picked => ({ ...NOTHING, key });

/** The first choices at a place: there may be several, such as moving from a tile and upgrading it. */
export const choicesAt = (decision: Decision | null, key: string): Choice[] =>
  key ? (decision?.choices ?? []).filter((choice) => isPlace(choice) && choice.key === key) : [];

/** Goods that can be moved from the picked place, with the chosen one; if there is only one, it is chosen automatically. */
export function moving(decision: Decision | null, pick: Picked): { goods: Choice[]; good: Choice | null; targets: Choice[] } {
  const origin = choicesAt(decision, pick.key).find((choice) => choice.kind === "origin");
  const goods = origin?.choices ?? [];
  const good = goods.find((choice) => choice.key === pick.good) ?? goods[0] ?? null;
  return { goods, good, targets: good?.choices ?? [] };
}

/** The tile that is being laid: the picked one, or the first. */
export function laying(decision: Decision | null, pick: Picked): { won: Choice[]; tile: Choice | null; cell: Choice | null; rotation: Choice | null } {
  const won = (decision?.choices ?? []).filter((choice) => choice.kind === "won");
  const tile = won.find((choice) => choice.key === pick.key) ?? won[0] ?? null;
  const cell = tile?.choices?.find((choice) => choice.key === pick.cell) ?? null;
  const turns = cell?.choices ?? [];
  return { won, tile, cell, rotation: turns[pick.turned % Math.max(1, turns.length)] ?? null };
}

/** Choices that are neither places nor parts of one: buttons at the foot, such as pass, done or spending a piece. */
export const buttons = (decision: Decision | null): Choice[] =>
  (decision?.choices ?? []).filter((choice) => !isPlace(choice) && choice.kind !== "offer");

const KNOWN_BUTTONS = new Set(["do", "stock", "offer"]);
/** Choices of kinds that this client has never heard of, such as an expansion's own actions: they are buttons with their labels. */
export const others = (decision: Decision | null): Choice[] =>
  (decision?.choices ?? []).filter((choice) => !isPlace(choice) && !KNOWN_BUTTONS.has(choice.kind));

export const step = (choice: Choice): string => `${choice.kind}:${choice.key}`;
/** The steps that lead to a choice, itself included; nothing if it is not in the tree. */
export function wayTo(choices: readonly Choice[] | undefined, wanted: Choice): string[] {
  for (const choice of choices ?? []) {
    if (choice === wanted) return [step(choice)];
    const more = wayTo(choice.choices, wanted);
    if (more.length) return [step(choice), ...more];
  }
  return [];
}

export const passing = (decision: Decision | null): Choice | null =>
  (decision?.choices ?? []).find((choice) => choice.kind === "do" && choice.action === "pass") ?? null;

/** Whether passing is the only option. */
export const onlyPassing = (decision: Decision | null): boolean =>
  decision !== null && decision.choices.length === 1 && passing(decision) !== null;

/** The button that ends a question in which nothing else is possible: to pass, or to be done. */
export function onlyEnding(decision: Decision | null): Choice | null {
  const [only, ...more] = decision?.choices ?? [];
  return only && !more.length && only.kind === "do" && only.action !== undefined ? only : null;
}

/** The only action behind a choice, if nothing is left to decide. */
export function onlyAction(choice: Choice): string | null {
  if (choice.action !== undefined) return choice.action;
  const [only, ...more] = choice.choices ?? [];
  return only && !more.length ? onlyAction(only) : null;
}

export interface Marks { open: boolean; selected: boolean; target: boolean; dim: boolean; shut: boolean }

/** How a place is marked: it can be chosen, is chosen, is where something may go, or steps back. */
export function marks(decision: Decision | null, pick: Picked, key: string, kinds: readonly string[]): Marks {
  const targets = moving(decision, pick).targets;
  const target = targets.some((choice) => choice.key === key);
  const open = (decision?.choices ?? []).some((choice) => choice.key === key && kinds.includes(choice.kind));
  return {
    target, open: open && !targets.length, selected: pick.key === key,
    dim: targets.length > 0 && !target && pick.key !== key,
    shut: decision?.kind === "turn" && !open,
  };
}

/** How many places can be chosen: in the auction, among boats, and in each village. */
export function counts(table: Table): { auction: number; villages: number[] } {
  const found = { auction: 0, villages: table.view.players.map(() => 0) };
  const seen = new Set<string>();
  const own = table.view.viewer;
  for (const choice of table.decision?.choices ?? []) {
    if (!isPlace(choice) || seen.has(choice.key)) continue;
    if (choice.kind === "boat" && !table.view.state.berths.some((berth) => berth.boat === choice.key)) continue; // in the box
    seen.add(choice.key);
    const seat = choice.kind === "boat" ? -1 : choice.seat ?? own;
    if (choice.kind === "won") found.villages[own]! += choice.choices?.length ?? 0;
    else if (seat < 0) found.auction++;
    else found.villages[seat]!++;
  }
  return found;
}

/** Whether the question is about the player's own village. */
export const atHome = (decision: Decision | null): boolean =>
  decision?.kind === "haul" || decision !== null && !["turn", "take-boat", "offer-winter"].includes(decision.kind)
  && decision.choices.some((choice) => ["origin", "won", "pasture", "tile"].includes(choice.kind));

/** The picked things that another decision still offers; the rest is forgotten. */
export function kept(before: Decision | null, after: Decision | null, pick: Picked): Picked {
  if (!after || before?.id === after.id) return pick;
  return before?.kind === after.kind && after.kind === "haul" && choicesAt(after, pick.key).length ? { ...NOTHING, key: pick.key, good: pick.good } : NOTHING;
}

/** Where a chain of buttons leads: the choices of a level below, and whether that path still exists. */
export function below(decision: Decision | null, way: readonly string[]): Choice[] {
  let level = decision?.choices ?? [];
  for (const one of way) level = level.find((choice) => step(choice) === one)?.choices ?? [];
  return level;
}

/** The choice that an element of the picture belongs to, if it is among these. */
export function matched(choices: readonly Choice[], kind: string | null, key: string | null, seat: string | null): Choice | null {
  return choices.find((choice) => choice.kind === kind && choice.key === key && (seat === null || seat === "" || choice.seat === undefined || choice.seat === Number(seat))) ?? null;
}
/** What can be chosen by a click: what the way so far leads to, then what it began with. */
export const clickable = (decision: Decision | null, way: readonly string[]): Choice[] => (way.length ? [...below(decision, way), ...(decision?.choices ?? [])] : decision?.choices ?? []);
