// Small pictures: seals of players, pieces, tiles, and a village so small that only its form can be seen.
import type { ComponentChildren, JSX } from "preact";
import { centre, frame, inLines, LEGIBLE, SIDE, TALL } from "./layout";
import { pool, total, type Laid, type Rules, type Use } from "./protocol";

export const HEX = [[-50, -86.6], [50, -86.6], [100, 0], [50, 86.6], [-50, 86.6], [-100, 0]].map((point) => point.join()).join(" ");

const SHAPES: JSX.Element[] = [
  <circle r="11.5" />,
  <rect x="-10.5" y="-10.5" width="21" height="21" rx="3.5" />,
  <path d="M0-13.5 13.5 0 0 13.5-13.5 0Z" />,
  <path d="M-11-11H11V1C11 7 5 11 0 13.5-5 11-11 7-11 1Z" />,
  <path d="M0-13.5 12-3.5V11.5H-12V-3.5Z" />,
  <path d="M-5-12.5H5L12.500-5V5L5 12.500H-5L-12.500 5V-5Z" />,
];
/** The sign of a player: a colour, a shape and a letter; any two of them are enough. */
export const Seal = ({ seat, letter, large = false }: { seat: number; letter: string; large?: boolean }) => (
  <svg class={`seal p${seat % 6}${large ? " huge" : ""}`} viewBox="-15 -15 30 30" aria-hidden="true">
    {SHAPES[seat % 6]}<text y={seat === 4 ? 6.5 : 4.8} font-size={letter.length > 1 ? 11 : 13.5}>{letter}</text>
  </svg>
);

/** The kinds of goods, as the rules say: a piece that nobody has seen is drawn by its kind. */
export const pieceId = (name: string, kind: string): string => (name === "?" ? `kf-unknown-${kind}` : `kf-piece-${name}`);
/** The first letters of a name, for a piece that has no picture. */
const initials = (name: string): string => name.split(/[\s_]+/).filter(Boolean).slice(0, 3).map((word) => [...word][0]!.toUpperCase()).join("");
interface Drawn { name: string; kind?: string; label?: string }
export const Piece = ({ name, x = 0, y = 0, scale = 1, kind = "worker", label = name }: Drawn & { x?: number; y?: number; scale?: number }) => (
  document.getElementById(pieceId(name, kind)) ? <use href={`#${pieceId(name, kind)}`} transform={`translate(${x} ${y}) scale(${scale})`} />
    : <g class="unpictured" transform={`translate(${x} ${y}) scale(${scale})`}><rect x="-12" y="-10" width="24" height="20" rx="4" /><text y="3.500">{initials(label)}</text></g>);
/** A piece that needs more room than the others, such as a card with pieces on it, is drawn larger by as much. */
export const Icon = ({ name, kind = "worker", large = "", label = name }: Drawn & { large?: string }) => {
  const [wide, tall] = document.getElementById(pieceId(name, kind))?.dataset["size"]?.split(" ").map(Number) ?? [];
  if (!wide || !tall) return <svg class={`icon ${large}`} viewBox="-13 -13 26 26" aria-hidden="true"><Piece name={name} kind={kind} label={label} /></svg>;
  const most = 26 / Math.max(wide, tall), [w, h] = [wide * most, tall * most];
  return <svg class={`icon sheet ${large}`} viewBox={`${-w / 2} ${-h / 2} ${w} ${h}`} style={{ "--wide": wide, "--tall": tall } as never} aria-hidden="true"><Piece name={name} kind={kind} label={label} /></svg>;
};
/** Pieces with their numbers, such as "R2 wood1". */
export const Pieces = ({ of, kind = "worker", called, read }: { of: string | undefined; kind?: string; called: (piece: string, kind: string) => string; read?: ((piece: string, kind: string) => void) | undefined }) => (
  <>{pool(of).map(([name, number]) => {
    const inside = <><Icon name={name} kind={kind} label={called(name, kind)} /><b aria-hidden="true">{number}</b><span class="sr">{`${number} ${called(name, kind)}`}</span></>;
    return read ? <button type="button" class="piece" key={name} data-piece={name} data-kind-of={kind} title={called(name, kind)} onClick={() => read(name, kind)}>{inside}</button>
      : <span class="piece" key={name} title={called(name, kind)}>{inside}</span>;
  })}</>
);

/** Workers that used a tile: on a bench at its upper left rim, where nothing is printed; farther left if a full tray lies above. */
export function Bench({ uses, aside = false }: { uses: Use[] | undefined; aside?: boolean }) {
  const sum = new Map<string, number>();
  for (const use of uses ?? []) for (const [colour, number] of pool(use.workers)) sum.set(colour, (sum.get(colour) ?? 0) + number);
  if (!sum.size) return null;
  let x = -36;
  const figures: JSX.Element[] = [];
  for (const [colour, number] of sum) {
    const many = number > 2;
    for (let n = 0; n < (many ? 1 : number); n++) figures.push(<Piece key={`${colour}${n}`} name={colour} x={x + 21 * n} y={-77} scale={0.95} />);
    if (many) figures.push(<text key={`${colour}n`} x={x + 20} y={-70} class="count">{number}</text>);
    x += many ? 42 : 21 * number;
  }
  return <g class="bench" aria-hidden="true" transform={aside ? "translate(-34 34)" : undefined}><rect x="-52" y="-92" width={x + 46} height="30" rx="15" />{figures}</g>;
}

/** How many kinds of goods fit in a tray beside a bench. */
export const BESIDE = 2;
/** Goods that lie on a tile: in a tray at its lower rim; to the right of the workers that sit on the tile below. */
export function Tray({ goods, beside = false }: { goods: string | undefined; beside?: boolean }) {
  const kinds = pool(goods);
  if (!kinds.length) return null;
  const wide = kinds.map(([, number]) => (number > 9 ? 56 : 46));
  const width = wide.reduce((sum, one) => sum + one, 8);
  let left = -width / 2 + 4;
  return (
    <g class="tray" aria-hidden="true" transform={`translate(${beside && kinds.length <= BESIDE ? 4 + width / 2 : 0} 86)`}>
      <rect x={-width / 2} y="-15" width={width} height="30" rx="15" />
      {kinds.map(([good, number], n) => {
        const x = left;
        left += wide[n]!;
        return <g key={good} class="token" data-good={good}><Piece name={good} x={x + 14} scale={0.95} /><text x={x + 27} y="6.500" class="count">{number}</text></g>;
      })}
    </g>
  );
}

export const Ground = ({ edges, rotation = 0 }: { edges: string; rotation?: number }) =>
  <use href={`#kf-ground-${edges}`} transform={`rotate(${60 * rotation})`} />;
export const Face = ({ tile, side = 0, grow }: { tile: string; side?: number | undefined; grow: number }) =>
  <use href={`#kf-face-${tile}-${side}`} transform={`scale(${grow})`} />;

/** How large a title is printed, in units of the sprite. */
export function printed(tile: string, side: number): number {
  const found = document.getElementById(`kf-face-${tile}-${side}`)?.querySelector(".title"), scale = /scale\(([\d.]+)/.exec(found?.innerHTML ?? "");
  return 14 * Number(scale?.[1] ?? 1);
}

const WIDE = 124, TIGHT = 0.82, LEAST_TITLE = 0.42;
let ruler: CanvasRenderingContext2D | null = null;
const widths = new Map<string, number>();
/** How long a line of a title is at a height of 1. */
function long(line: string): number {
  if (!widths.has(line)) {
    ruler ??= document.createElement("canvas").getContext("2d");
    if (ruler) ruler.font = "700 100px Arial, Helvetica, sans-serif";
    widths.set(line, (ruler?.measureText(line).width ?? line.length * 60) / 100);
  }
  return widths.get(line)!;
}
/** A title that is printed too small at this scale, written again in a readable size; nothing if there is no room for it. */
export function Title({ text, scale }: { text: string; scale: number }) {
  if (scale < LEAST_TITLE) return null;
  const size = (LEGIBLE + 0.2) / scale, lines = inLines(text, WIDE / size, long);
  // one text with a space between its lines: so that it reads as the name of the tile
  return <text class="own-print" aria-hidden="true" font-size={size}>{lines.map((line, n) => {
    const wide = long(line) * size, tight = wide > WIDE ? { textLength: Math.max(WIDE, wide * TIGHT), lengthAdjust: "spacingAndGlyphs" as const } : {};
    return <><tspan x="0" y={-47 + (n - (lines.length - 1) / 2) * size * 0.95} {...tight}>{line}</tspan>{n < lines.length - 1 ? " " : ""}</>;
  })}</text>;
}

/** A tile by itself. */
export const TilePicture = ({ tile, side = 0, rules, cls = "", children }: { tile: string; side?: number | undefined; rules: Rules; cls?: string; children?: ComponentChildren }) => (
  <svg class={`tile ${cls}`} viewBox="-104 -92 208 184" aria-hidden="true">
    <Ground edges={rules.tiles[tile]?.edges ?? "FFFFFF"} /><Face tile={tile} side={side} grow={1.2} />{children}<polygon points={HEX} class="ring" />
  </svg>
);

/** A village so small that only its form, its seasons and what is open can be seen. */
export function Mini({ tiles, open = new Set(), rules }: { tiles: readonly Laid[]; open?: ReadonlySet<string>; rules: Rules }) {
  const box = frame(tiles.map((laid) => laid.cell), 14);
  const sorted = [...tiles].sort((a, b) => Number(open.has(a.name)) - Number(open.has(b.name)));
  return (
    <svg class="mini" viewBox={`${box.left} ${box.top} ${box.width} ${box.height}`} aria-hidden="true">
      {sorted.map((laid) => {
        const [x, y] = centre(laid.cell), data = rules.tiles[laid.name];
        const kind = data?.kind === "home" ? "home" : /boat/.test(data?.kind ?? "") ? "boat" : data?.season ?? "spring";
        return (
          <g key={laid.name} transform={`translate(${x} ${y})`} class={`m ${kind} ${open.has(laid.name) ? "open" : ""}`}>
            <polygon points={HEX} />
            {laid.side ? <path class="star" d="M0-34 10-11 34-11 14 5 22 29 0 14-22 29-14 5-34-11-10-11Z" /> : null}
            {total(laid.goods) ? <circle cy="58" r="18" class="g" /> : null}
          </g>
        );
      })}
    </svg>
  );
}

const GLYPHS = {
  log: "M5 5h14M5 10h14M5 15h9M5 20h6", menu: "M4 7h16M4 12h16M4 17h16", undo: "M9 7 4 12l5 5M4 12h10a4 4 0 0 1 0 8",
  auction: "M12 4 21 9 12 14 3 9ZM3 14l9 5 9-5", home: "M4 11 12 4l8 7v9H4ZM10 20v-6h4v6", close: "M6 6l12 12M18 6 6 18",
  people: "M9 11.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7ZM2.500 20c0-4 3-6 6.500-6s6.500 2 6.500 6M16 5a3.500 3.500 0 0 1 0 6.500M17.500 14.500c2.500.5 4 2.500 4 5.500",
  turn: "M19 8a8 8 0 1 0 1 6M20 3v5h-5", plus: "M12 5v14M5 12h14", minus: "M5 12h14", grip: "M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01", check: "M5 12l5 5 9-10",
  clock: "M12 21a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM12 9v4l2.500 2M9 2h6", chat: "M4 5h16v11H10l-5 4v-4H4Z",
  qr: "M4 4h6v6H4ZM14 4h6v6h-6ZM4 14h6v6H4ZM14 14h2v2M20 14v2M14 20h2M18 18h2v2", book: "M12 6C9 4 6 4 3 5v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1ZM12 6v14",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1", back: "M15 5l-7 7 7 7", theme: "M12 4a8 8 0 1 0 0 16Z", next: "M9 5l7 7-7 7", run: "M7 5l12 7-12 7Z", pause: "M8 5v14M16 5v14", down: "M12 4v11M7 10l5 5 5-5M5 20h14", past: "M4 12a8 8 0 1 0 3-6.200M4 4v4h4M12 8v4l3 2",
} as const;
export const Glyph = ({ name }: { name: keyof typeof GLYPHS }) => <svg class="glyph" viewBox="0 0 24 24" aria-hidden="true"><path d={GLYPHS[name]} /></svg>;
export { SIDE, TALL };
