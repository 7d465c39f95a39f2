// Follows a redacted log: every line is typed, and a new kind of event is a compile error in `told`.
import type { Action, EntryLine, Event, Header, LogLine, View } from "./types.js";

export function lines(text: string): LogLine[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as LogLine);
}

/** One sentence for each event that a small front-end wants to show. */
export function told(event: Event, players: readonly string[]): string {
  const name = (seat: number): string => players[seat] ?? "nobody";
  switch (event.tag) {
    case "workers-bid":
      return `${name(event.seat)} bids for ${event.tile}: ${event.size} ${event.colour}`;
    case "tile-laid": {
      const [q, r] = event.cell;
      return `${name(event.seat)} lays ${event.tile} at ${q},${r}`;
    }
    case "workers-drawn":
      return `${name(event.seat)} draws ${event.workers}`;
    case "game-ended":
      return `${event.winners.map(name).join(" and ")} won with ${Math.max(...event.totals)} points`;
    default:
      return event.tag;
  }
}

export function transcript(text: string): string[] {
  let header: Header | undefined;
  const sentences: string[] = [];
  for (const line of lines(text)) {
    switch (line.kind) {
      case "header":
        header = line;
        break;
      case "entry":
        sentences.push(...sentencesOf(line, header?.players ?? []));
        break;
      case "footer":
        sentences.push(`${line.entries} entries`);
        break;
    }
  }
  return sentences;
}

function sentencesOf(entry: EntryLine, players: readonly string[]): string[] {
  return entry.events.map((event) => told(event, players));
}

/** The first option of the viewer, ready to be sent to the program that plays. */
export function firstOption(view: View): Action | undefined {
  return view.decisions[0]?.options?.[0];
}

export const pass: Action = { verb: "pass" };
export const bid: Action = { verb: "bid", tile: "miner", workers: "R2" };
// @ts-expect-error a bid names a tile
export const wrong: Action = { verb: "bid", workers: "R2" };
