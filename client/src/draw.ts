// Drawing: tiles, lots and villages put together from the symbols of the sprite.
import { s } from "./dom";
import { t } from "./text";
import { pool, type Laid, type Lot, type Pasture, type Use } from "./protocol";

export const SIDE = 100;
const HEIGHT = SIDE * Math.sqrt(3);
export const HEX = Array.from({ length: 6 }, (_, n) => {
  const angle = ((n - 2) * Math.PI) / 3;
  return `${(SIDE * Math.cos(angle)).toFixed(1)},${(SIDE * Math.sin(angle)).toFixed(1)}`;
}).join(" ");

export const centre = ([q, r]: readonly [number, number]): [number, number] => [SIDE * 1.5 * q, HEIGHT * (r + q / 2)];

let names: Record<string, string> = {};
/** Says how pieces are called. */
export const callPieces = (given: Record<string, string>): void => { names = given; };
/** Pieces in words for screen readers, such as "wood: 2". */
export const inWords = (text: string | undefined): string =>
  pool(text).map(([name, n]) => (name === "?" ? t("unseen", { n }) : `${names[name] ?? name}: ${n}`)).join(", ");

const use = (id: string, attributes: Record<string, string | number> = {}) => s("use", { href: `#kf-${id}`, ...attributes });

/** A piece of about 24 units around a point. */
export const piece = (name: string, x: number, y: number, scale = 1, kind = "worker") =>
  use(name === "?" ? `unknown-${kind}` : `piece-${name}`, { transform: `translate(${x} ${y}) scale(${scale})` });

/** Pieces with their numbers as a picture in a line of text. */
export function pieces(text: string | undefined, kind = "worker"): HTMLSpanElement {
  const span = document.createElement("span");
  span.className = "pieces";
  for (const [name, number] of pool(text)) {
    const one = document.createElement("span");
    one.className = "piece";
    one.append(s("svg", { viewBox: "-13 -13 26 26", "aria-hidden": "true" }, piece(name, 0, 0, 1, kind)), `${number}`);
    one.setAttribute("aria-label", name === "?" ? t("unseen", { n: number }) : `${names[name] ?? name}: ${number}`);
    one.setAttribute("role", "img");
    span.append(one);
  }
  return span;
}

/** Workers that used a tile, side by side. */
function crowd(uses: Use[] | undefined, y: number): SVGGElement | null {
  const figures = (uses ?? []).flatMap((one) => {
    const lying = new Map(pool(one.lying));
    return pool(one.workers).flatMap(([colour, number]) =>
      Array.from({ length: number }, (_, n) => (n < (lying.get(colour) ?? 0) ? `${colour}-lying` : colour)),
    );
  });
  if (!figures.length) return null;
  const step = Math.min(24, 118 / figures.length);
  return s("g", { class: "uses", transform: `translate(0 ${y})` },
    ...figures.map((figure, n) => piece(figure, (n - (figures.length - 1) / 2) * step, 0)));
}

/** Goods as tokens in a tray. */
function tray(goods: string | undefined, y: number): SVGGElement | null {
  const kinds = pool(goods);
  if (!kinds.length) return null;
  const width = kinds.length * 46 + 6;
  return s("g", { class: "tray", transform: `translate(0 ${y}) scale(0.8)` },
    s("rect", { x: -width / 2, y: -17, width, height: 34, rx: 9, class: "trayground" }),
    ...kinds.map(([good, number], n) => {
      const x = (n - (kinds.length - 1) / 2) * 46;
      return s("g", { "data-good": good, class: "token" },
        s("circle", { cx: x - 9, cy: 0, r: 14, class: "tokenground" }), piece(good, x - 9, 0, 0.86),
        number > 1 ? s("text", { x: x + 15, y: 6, class: "count" }, `×${number}`) : null);
    }));
}

/** A tile around the origin: the ground turned, the face upright. */
export function tile(name: string, edges: string, rotation: number, side: number, extra: { goods?: string | undefined; uses?: Use[] | undefined } = {}): SVGGElement {
  return s("g", {},
    use(`ground-${edges}`, { transform: `rotate(${60 * rotation})` }),
    use(`face-${name}-${side}`),
    crowd(extra.uses, 30), tray(extra.goods, 75));
}

export interface Marks { cls: string; label: string; key: string; open: boolean; selected: boolean; pick?: (() => void) | undefined }

/** Makes a place clickable, and reachable by keyboard where it is open. */
export function place(element: SVGElement, marks: Marks): SVGElement {
  element.setAttribute("class", `${marks.cls}${marks.open ? " open" : ""}${marks.selected ? " selected" : ""}`);
  element.setAttribute("data-key", marks.key);
  element.setAttribute("aria-label", marks.label);
  element.setAttribute("role", marks.pick ? "button" : "img");
  if (marks.open) element.setAttribute("tabindex", "0");
  if (marks.selected) element.setAttribute("aria-pressed", "true");
  if (marks.pick) {
    const pick = marks.pick;
    element.addEventListener("click", (event) => { event.stopPropagation(); pick(); });
    element.addEventListener("keydown", (event) => {
      if (event instanceof KeyboardEvent && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); pick(); }
    });
  }
  return element;
}

const ring = () => s("polygon", { points: HEX, class: "ring" });

/** A lot with the bids around it. */
export function lot(one: Lot, edges: string, names: readonly string[], marks: Marks): SVGSVGElement {
  const top = Math.max(0, ...(one.bids ?? []).map((bid) => bid.size));
  const seats = names.length;
  const group = s("g", {}, tile(one.tile, edges, 0, one.side ?? 0, { uses: one.uses }), ring());
  (one.bids ?? []).forEach((bid) => {
    const angle = (bid.seat / seats) * 2 * Math.PI - Math.PI / 2;
    const x = 84 * Math.cos(angle), y = 88 * Math.sin(angle);
    group.append(s("g", { class: bid.size === top ? "bid leading" : "bid", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
      s("rect", { x: -47, y: -17, width: 94, height: 34, rx: 9 }),
      s("text", { x: -41, y: 6, class: "who" }, (names[bid.seat] ?? "").slice(0, 3)),
      s("text", { x: 6, y: 7, class: "size" }, `${bid.size}`),
      piece(bid.lying ? `${bid.colour}-lying` : bid.colour, 32, 0)));
  });
  return s("svg", { viewBox: "-134 -108 268 216", class: "lot" }, place(group, marks));
}

export interface Ghost { cell: [number, number]; marks: Marks; tile?: { name: string; edges: string; rotation: number; side: number } }

/** A village with free places and pastures that can be chosen. */
export function village(
  tiles: readonly Laid[], label: string, mark: (laid: Laid) => Marks, ghosts: readonly Ghost[], pastures: readonly Pasture[],
  meadow: (pasture: Pasture) => Marks | null,
): SVGSVGElement {
  const cells = [...tiles.map((laid) => laid.cell), ...ghosts.map((ghost) => ghost.cell)].map(centre);
  const xs = cells.map(([x]) => x), ys = cells.map(([, y]) => y);
  const left = Math.min(...xs) - SIDE - 6, top = Math.min(...ys) - HEIGHT / 2 - 6;
  const width = Math.max(...xs) + SIDE + 6 - left, height = Math.max(...ys) + HEIGHT / 2 + 6 - top;
  const svg = s("svg", { viewBox: `${left} ${top} ${width} ${height}`, class: "village", role: "group", "aria-label": label });
  svg.style.setProperty("--w", `${width}`);
  for (const ghost of ghosts) {
    const [x, y] = centre(ghost.cell);
    const group = s("g", { transform: `translate(${x} ${y})` }, s("polygon", { points: HEX, class: "free" }),
      ghost.tile ? tile(ghost.tile.name, ghost.tile.edges, ghost.tile.rotation, ghost.tile.side) : null, ring());
    svg.append(place(group, ghost.marks));
  }
  for (const laid of tiles) {
    const [x, y] = centre(laid.cell);
    const group = s("g", { transform: `translate(${x} ${y})`, "data-tile": laid.name, "data-origin": laid.name },
      tile(laid.name, laid.edges, laid.rotation, laid.side ?? 0, { goods: laid.goods, uses: laid.uses }), ring());
    svg.append(place(group, mark(laid)));
  }
  for (const pasture of pastures) {
    const marks = meadow(pasture);
    const outlines = pasture.parts.map((part) => "M" + part.map((n, k) => `${n}${k % 2 ? " " : ","}`).join("") + "Z").join("");
    const grazing = pasture.animals ? herd(pasture) : null;
    if (marks) svg.append(place(s("g", { "data-origin": pasture.id }, s("path", { d: outlines, class: "meadow" }), grazing), marks));
    else if (grazing) svg.append(grazing);
  }
  return svg;
}

function herd(pasture: Pasture): SVGGElement {
  // an outline runs along the rim and back inside: its middle lies between the two
  const part = pasture.parts.reduce((best, one) => (one.length > best.length ? one : best), pasture.parts[0] ?? []);
  const at = (n: number): [number, number] => [part[2 * n] ?? 0, part[2 * n + 1] ?? 0];
  const half = part.length / 4;
  const [[ax, ay], [bx, by]] = [at(Math.floor((half - 1) / 2)), at(2 * half - 1 - Math.floor((half - 1) / 2))];
  const x = (ax + bx) / 2, y = (ay + by) / 2;
  const kinds = pool(pasture.animals);
  return s("g", { class: "herd", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, role: "img", "aria-label": inWords(pasture.animals) },
    s("rect", { x: -kinds.length * 22, y: -14, width: kinds.length * 44, height: 28, rx: 9 }),
    ...kinds.flatMap(([animal, number], n) => {
      const x0 = (n - (kinds.length - 1) / 2) * 44;
      return [s("g", { "data-good": animal, class: "token" }, piece(animal, x0 + 8, 0, 0.9), s("text", { x: x0 - 16, y: 6, class: "count" }, `${number}`))];
    }));
}
