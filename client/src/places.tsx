// Places that expansions bring: drawn by their pieces, with title and count, without knowing what they are for.
import { pieceName } from "./model";
import { Icon, Piece, pieceId } from "./pictures";
import type { OwnPlace, Rules, Table } from "./protocol";
import { t } from "./text";

/** The places of a kind, of a seat or at something on the table. */
export function placesOn(table: Table, on: OwnPlace["on"], where: { seat?: number; at?: string } = {}): OwnPlace[] {
  const grazed = new Set(table.scene.pastures?.flat().map((pasture) => pasture.id)); // animals are drawn on their pastures
  return (table.scene.places ?? []).filter((place) => place.on === on && !grazed.has(place.at ?? "")
    && (where.seat === undefined || place.seat === where.seat) && (where.at === undefined || place.at === where.at));
}

const hiddenOf = (place: OwnPlace): number => Number(place.hidden ?? 0);

/** What lies in some places, as one text for a name: "contracts: 2 ...". */
export const told = (places: readonly OwnPlace[], rules: Rules): string[] =>
  places.flatMap((place) => place.pieces.map(([name, number]) => `${number} ${pieceName(rules)(name, "")}`));

/** A pile of more different pieces than these is only counted on the table; its card shows them all. */
export const PILE = 5;
const sum = (place: OwnPlace): number => place.pieces.reduce((all, [, number]) => all + number, hiddenOf(place));
/** How wide and how tall a place on the table is, about. */
export const roomOf = (place: OwnPlace): [number, number] => {
  const shown = place.pieces.length > PILE ? [] : [...place.pieces.map(([name]) => pieceId(name, "")), ...(hiddenOf(place) && place.kind ? [pieceId("?", place.kind)] : [])];
  const large = shown.some((id) => document.getElementById(id)?.dataset["size"]);
  return [24 + place.title.length * 7 + shown.length * (large ? 64 : 40) + (hiddenOf(place) ? 70 : 0), large ? 52 : 36];
};

/** A place with its title and its pieces; `read` makes each piece a button that opens its card, `open` makes the title one. */
export function PlaceView({ place, rules, read, open }: { place: OwnPlace; rules: Rules; read?: ((piece: string) => void) | undefined; open?: ((title: string) => void) | undefined }) {
  const called = pieceName(rules), hidden = hiddenOf(place), pile = open !== undefined && place.pieces.length > PILE;
  const inside = (name: string, number: number) => <><Icon name={name} large="own" label={called(name, "")} />{number > 1 ? <b aria-hidden="true">{number}</b> : null}<span class="sr">{`${number} ${called(name, "")}`}</span></>;
  return (
    <span class="own-place" data-own={place.tag}>{open && place.pieces.length ? <button type="button" class="quiet own-title" data-pile={place.title} onClick={() => open(place.title)}>{pile ? `${place.title}: ${sum(place)}` : place.title}</button>
      : place.title ? <span class="own-title">{place.title}</span> : null}
      {pile ? null : place.pieces.map(([name, number]) => (read
        ? <button type="button" key={name} class="piece" data-piece={name} title={called(name, "")} onClick={() => read(name)}>{inside(name, number)}</button>
        : <span key={name} class="piece" title={called(name, "")}>{inside(name, number)}</span>))}
      {hidden ? <span class="piece">{place.kind ? <Icon name="?" kind={place.kind} large="own" /> : null}<span class="note">{t("hiddenPieces", { n: hidden })}</span></span> : place.pieces.length || pile ? null : <span class="note">{t("empty")}</span>}
    </span>
  );
}

/** Several places beside each other, or nothing. */
export const PlaceRow = ({ places, rules, read, open, cls = "" }: { places: readonly OwnPlace[]; rules: Rules; read?: (piece: string) => void; open?: (title: string) => void; cls?: string }) =>
  places.length ? <div class={`own-places ${cls}`}>{places.map((place, n) => <PlaceView key={`${place.tag}${place.seat ?? ""}${place.at ?? ""}${n}`} {...{ place, rules, read, open }} />)}</div> : null;

/** What an expansion puts on a tile: along its right corner, where nothing is printed. */
export function OnCorner({ places, rules }: { places: readonly OwnPlace[]; rules: Rules }) {
  const called = pieceName(rules), pieces = places.flatMap((place) => place.pieces).slice(0, 4);
  return <g class="on-corner" aria-hidden="true">{pieces.map(([name, number], n) => {
    const y = (n - (pieces.length - 1) / 2) * 36, x = 82 - Math.abs(y) * 0.5, wide = number > 1 ? 54 : 38;
    return <g key={name}><rect x={x - 19} y={y - 17} width={wide} height="34" rx="17" class="plate" /><Piece name={name} x={x} y={y} scale={1.1} label={called(name, "")} />{number > 1 ? <text x={x + 17} y={y + 6.5} class="count">{number}</text> : null}</g>;
  })}</g>;
}
