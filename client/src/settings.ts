// The settings of a table as a link, and back: ?players=Ann,Bob*steady&with=farmers,open-hands&language=uk&clock=120,3600,bot
export interface Seated { name: string; kind: string }
/** Seconds for each decision and for the whole game, 0 for as long as one likes, and what happens at zero. */
export interface ClockWish { move: number; game: number; zero: "nothing" | "bot" }
export const NO_CLOCK: ClockWish = { move: 0, game: 0, zero: "nothing" };
export interface Settings { seats: Seated[]; wishes: string[]; tongue: string; clock: ClockWish }

export function settingsLink({ seats, wishes, tongue, clock }: Settings): string {
  const asked = new URLSearchParams();
  for (const { name, kind } of seats) asked.append("player", kind || name.includes("*") ? `${name}*${kind}` : name);
  for (const wish of wishes) asked.append("with", wish);
  if (tongue) asked.set("language", tongue);
  if (clock.move || clock.game) asked.set("clock", `${clock.move},${clock.game},${clock.zero}`);
  return `/?${asked.toString()}`;
}

/** Reads what a link asks for; null if it asks for nothing, or for something that is not a table. */
export function settingsOf(search: string): Settings | null {
  const asked = new URLSearchParams(search), players = asked.getAll("player").slice(0, 6);
  if (players.length < 2) return null;
  const seats = players.map((text) => { const cut = text.lastIndexOf("*"); return { name: (cut < 0 ? text : text.slice(0, cut)).slice(0, 40), kind: cut < 0 ? "" : text.slice(cut + 1) }; });
  return { seats, wishes: asked.getAll("with").slice(0, 12), tongue: asked.get("language") ?? "", clock: clockOf(asked.get("clock") ?? "") };
}

function clockOf(text: string): ClockWish {
  const [, move, game, zero] = /^(\d{1,7}),(\d{1,7}),(nothing|bot)$/.exec(text) ?? [];
  return zero ? { move: Number(move), game: Number(game), zero: zero as ClockWish["zero"] } : NO_CLOCK;
}
