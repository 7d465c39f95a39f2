// How large things are drawn: the printed text decides. Pure numbers, so that they can be tested without a browser.
export const SIDE = 100;
export const TALL = SIDE * Math.sqrt(3);
export const PHONE = 760;
/** Up to this height a phone's page is scrolled as a whole, as table.css has it: nothing fits beside anything else. */
export const LOW = 520;
/** Below this width of a lot a printed title would be under 11 px: the name is written below the lot instead. */
export const NAMED = 140;
/** Titles are at least as many pixels tall. */
export const LEGIBLE = 11;
const MOST = 214, LEAST = 84, SCROLLED = 104, GROWN = 1.2, LAID = 1.15;

export interface Box { left: number; top: number; width: number; height: number }

export const centre = ([q, r]: readonly [number, number]): [number, number] => [SIDE * 1.5 * q, TALL * (r + q / 2)];

/** The frame around some cells. */
export function frame(cells: readonly (readonly [number, number])[], pad = 14): Box {
  const at = cells.length ? cells.map(centre) : [[0, 0] as [number, number]];
  const xs = at.map(([x]) => x), ys = at.map(([, y]) => y);
  const left = Math.min(...xs) - SIDE - pad, top = Math.min(...ys) - TALL / 2 - pad;
  return { left, top, width: Math.max(...xs) + SIDE + pad - left, height: Math.max(...ys) + TALL / 2 + pad - top };
}

/** Whether a title of this length would be too small on a lot of this width: then the name is written below. */
export const namedBelow = (width: number, print: number): boolean => width < NAMED || print * (width / 208) * GROWN < LEGIBLE;

/** The largest lots at which all of them are in sight, or 0 if they would be too small: then the auction scrolls. */
export function lotSize(wide: number, tall: number, count: number, row = 32, print = 14): number {
  let best = 0;
  for (let columns = 1; columns <= 8; columns++) {
    const width = Math.min(MOST, Math.floor((wide - (columns - 1) * 8) / columns));
    const height = width * 0.885 + row + 5 + (namedBelow(width, print) ? 16 : 0);
    if (width > best && Math.ceil(count / columns) * height <= tall) best = width;
  }
  return best < LEAST ? 0 : best;
}

export interface Board { width: number; height: number; lots: number; boats: number; cargo?: number; print?: number; rows?: readonly (readonly [number, number])[]; home: boolean; village: Box; share?: number | null }

/** The height of places that are put beside each other as far as they fit. */
export function stacked(rows: readonly (readonly [number, number])[], wide: number): number {
  let tall = rows.length ? 13 : 0, used = wide, line = 0;
  for (const [width, height] of rows) {
    if (used + width > wide) { tall += line; used = line = 0; }
    used += width + 14;
    line = Math.max(line, height * Math.max(1, Math.ceil(width / wide)));
  }
  return tall + line;
}

/** Puts the border between auction and village where print is equally large on both sides. */
export function fit(board: Board): { share: number; lot: number; scale: number } {
  if (!board.lots && !board.boats) return { share: 0, lot: 0, scale: Math.min(1.12, board.width / board.village.width) };
  let best: { share: number; lot: number; scale: number; print: number } | null = null;
  const [from, to] = board.share ? [board.share, board.share] : board.home ? [30, 40] : [36, 62];
  for (let share = from; share <= to; share++) {
    const wide = Math.floor(((board.width - 10) * share) / 100);
    const across = Math.max(1, Math.floor((wide - 14) / 134));
    const harbour = board.boats ? Math.ceil(board.boats / across) * Math.max(64, 24 + 20 * Math.ceil((board.cargo ?? 0) / 2)) + 14 : 0;
    // places of expansions on the table, each as wide as its pieces
    const market = stacked(board.rows ?? [], wide - 28);
    const whole = board.lots ? lotSize(wide - 32, board.height - 50 - harbour - market, board.lots, 32, board.print) : MOST;
    const lot = whole || Math.min(SCROLLED, wide - 32);
    const scale = Math.min(1.12, (board.width - 10 - wide - 14) / board.village.width, (board.height - 88) / board.village.height);
    const print = Math.min((lot / 208) * GROWN, scale * LAID) + 0.05 * scale - (whole ? 0 : 0.3); // better small and in sight
    if (!best || print > best.print + 0.002) best = { share, lot, scale, print };
  }
  return best!;
}

/** The letter of each seal: the first character of the name, with the last one too where two names share it. */
export function letters(names: readonly string[]): string[] {
  const cut = (name: string): string[] =>
    "Segmenter" in Intl ? [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(name)].map((one) => one.segment) : [...name];
  const first = names.map((name) => (cut(name)[0] ?? "?").toUpperCase());
  return first.map((letter, n) => {
    if (first.filter((other) => other === letter).length < 2) return letter;
    const end = cut(names[n]!).at(-1) ?? "";
    const shared = names.filter((name, m) => first[m] === letter && (cut(name).at(-1) ?? "") === end).length > 1;
    return shared ? `${letter}${n + 1}` : letter + end;
  });
}

/** A title in one line if that fits, otherwise broken where the longer part is shortest. */
export function inLines(text: string, most: number, long: (line: string) => number): string[] {
  const words = text.split(" "), cuts = words.slice(1).map((_, n) => [words.slice(0, n + 1).join(" "), words.slice(n + 1).join(" ")]);
  const wide = (lines: readonly string[]) => Math.max(...lines.map(long));
  return long(text) <= most ? [text] : cuts.reduce((best, cut) => (wide(cut) < wide(best) ? cut : best), [text]);
}

/** Where animals stand: of all places along a pasture the one farthest from everything that lies there already. */
export function herdSpot(parts: readonly (readonly number[])[], busy: readonly (readonly [number, number])[]): [number, number] {
  const spots = parts.flatMap((part) => {
    const half = part.length / 4;
    const at = (n: number): [number, number] => [part[2 * n] ?? 0, part[2 * n + 1] ?? 0];
    return Array.from({ length: Math.max(0, half - 1) }, (_, n): [number, number] => {
      const [a, b, c, d] = [at(n), at(n + 1), at(2 * half - 1 - n), at(2 * half - 2 - n)];
      const mix = (k: 0 | 1) => ((a[k] + b[k]) * 0.9 + (c[k] + d[k]) * 0.1) / 2;
      return [mix(0), mix(1)];
    });
  });
  const far = ([x, y]: readonly [number, number]) => Math.min(140, ...busy.map(([a, b]) => Math.hypot((x - a) * 0.65, y - b)));
  return spots.reduce((best, spot) => (far(spot) > far(best) ? spot : best), spots[0] ?? [0, 0]);
}
