// The tables that this browser has sat at, for the lobby.
export interface Kept { link: string; name: string; when: number; players?: string[] }

export function tables(): Kept[] {
  try { return JSON.parse(localStorage.getItem("keyflower.tables") ?? "[]") as Kept[]; } catch { return []; }
}
export function remembered(link: string, name: string, players: string[]): void {
  const list = [{ link, name, when: Date.now(), players }, ...tables().filter((one) => one.link !== link)].slice(0, 20);
  try { localStorage.setItem("keyflower.tables", JSON.stringify(list)); } catch { /* private windows keep nothing */ }
}
