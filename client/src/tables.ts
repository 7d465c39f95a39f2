// The tables that this browser has sat at, for the lobby.
export interface Kept { link: string; name: string; when: number; players?: string[] }

export function tables(): Kept[] {
  try { return JSON.parse(localStorage.getItem("keyflower.tables") ?? "[]") as Kept[]; } catch { return []; }
}
export const remembered = (link: string, name: string, players: string[]): void => keep([{ link, name, when: Date.now(), players }, ...others(link)].slice(0, 20));
export const forgotten = (link: string): void => keep(others(link));

const others = (link: string): Kept[] => tables().filter((one) => one.link !== link);
function keep(list: Kept[]): void {
  try { localStorage.setItem("keyflower.tables", JSON.stringify(list)); } catch { /* private windows keep nothing */ }
}
