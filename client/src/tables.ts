// The tables that this browser has sat at, for the lobby.
import { wish } from "./model";

export interface Kept { link: string; name: string; when: number; players?: string[] }

export function tables(): Kept[] {
  try { return JSON.parse(localStorage.getItem("keyflower.tables") ?? "[]") as Kept[]; } catch { return []; }
}
export const remembered = (link: string, name: string, players: string[]): void => keep([{ link, name, when: Date.now(), players }, ...others(link)].slice(0, 20));
export const forgotten = (link: string): void => keep(others(link));

/** The links of all seats of the tables that this browser has opened, the latest first: after sitting down you can still send the others theirs. */
interface Invitation { table: string; links: (string | null)[] }
const invitations = (): Invitation[] => { try { return JSON.parse(wish("invitations") || "[]") as Invitation[]; } catch { return []; } };
export const invited = (table: string, links: (string | null)[]): void => { wish("invitations", JSON.stringify([{ table, links }, ...invitations()].slice(0, 20))); };
export const invitation = (table: string): readonly (string | null)[] => invitations().find((one) => one.table === table)?.links ?? [];

const others = (link: string): Kept[] => tables().filter((one) => one.link !== link);
function keep(list: Kept[]): void {
  try { localStorage.setItem("keyflower.tables", JSON.stringify(list)); } catch { /* private windows keep nothing */ }
}
