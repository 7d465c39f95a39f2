// A village: fitted to its pane, zoomed by wheel and pinch, moved by dragging.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { counts, laying, marks, moving } from "./choosing";
import type { Control } from "./control";
import { centre, frame, herdSpot, LEGIBLE, type Box } from "./layout";
import { pieceName, placeTitle, signsOf, title, type Model } from "./model";
import { OnCorner, PlaceRow, placesOn, told } from "./places";
import { Bench, BESIDE, Face, Glyph, Ground, HEX, Mini, Piece, Pieces, printed, Seal, Title, Tray } from "./pictures";
import { pool, type Choice, type Laid, type Pasture, type Rules, type Table } from "./protocol";
import { t } from "./text";

interface Look { zoom: number; x: number; y: number }
const FITTED: Look = { zoom: 1, x: 0, y: 0 };
const LEAST_ON_PHONES = 0.7, MOST = 1.12, MOVED = 6, GROWN = 1.15;

/** The size of an element, kept up to date. */
export function useSize<E extends Element>(): [{ current: E | null }, { width: number; height: number }] {
  const ref = useRef<E>(null), [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const look = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    const watch = new ResizeObserver(look);
    watch.observe(element);
    look();
    return () => watch.disconnect();
  }, []);
  return [ref, size];
}

/** All goods and animals of a village together. */
export function lying(table: Table, seat: number): string {
  const sum = new Map<string, number>();
  const texts = [...(table.view.state.seats[seat]?.village.tiles ?? []).map((laid) => laid.goods), ...(table.scene.pastures?.[seat] ?? []).map((pasture) => pasture.animals)];
  for (const text of texts) for (const [good, number] of pool(text)) sum.set(good, (sum.get(good) ?? 0) + number);
  return [...sum].map(([good, number]) => good + number).join(" ");
}

const press = (act: () => void) => ({
  onClick: act,
  onKeyDown: (event: KeyboardEvent) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); act(); } },
});

interface Place { control: Control; model: Model; table: Table; rules: Rules; own: boolean }

function TilePlace({ laid, control, model, table, rules, own, scale }: Place & { laid: Laid; scale: number }) {
  const [x, y] = centre(laid.cell), called = pieceName(rules);
  const mark = marks(table.decision, model.pick, laid.name, own ? ["tile", "origin"] : ["tile"]);
  const selected = model.card?.kind === "tile" && model.card.key === laid.name;
  const label = [title(rules, laid.name), ...pool(laid.goods).map(([good, number]) => `${number} ${called(good, "")}`),
    ...(laid.uses ?? []).flatMap((use) => pool(use.workers).map(([colour, number]) => `${number} ${called(colour, "")}`)),
    ...told(placesOn(table, "tile", { at: laid.name }), rules), ...(mark.target ? [t("canGoHere")] : mark.open ? [t("canChoose")] : [])].join(", ");
  const names = ["place", mark.open && "open", selected && "selected", own && mark.target && "target", own && mark.dim && "dim"].filter(Boolean).join(" ");
  const small = printed(laid.name, laid.side ?? 0) * GROWN * scale < LEGIBLE;
  return (
    <g class={small ? `${names} reprinted` : names} data-place={laid.name} transform={`translate(${x} ${y})`} tabindex={0} role="button" aria-pressed={selected} aria-label={label} {...press(() => control.place(laid.name))}>
      <polygon points={HEX} class="hit" /><Face tile={laid.name} side={laid.side} grow={GROWN} />{small ? <Title text={title(rules, laid.name)} scale={scale} /> : null}<polygon points={HEX} class="ring" />
    </g>
  );
}

/** What lies on a tile, drawn over its button: so that the button's name and its text agree. */
const OnTile = ({ laid, tiles, control }: { laid: Laid; tiles: readonly Laid[]; control: Control }) => {
  const [x, y] = centre(laid.cell), [q, r] = laid.cell, at = (row: number) => tiles.find((one) => one.cell[0] === q && one.cell[1] === row);
  return laid.goods || laid.uses?.length
    ? <g class="on-tile" data-origin={laid.name} data-lights={laid.name} aria-hidden="true" transform={`translate(${x} ${y})`} onClick={() => control.place(laid.name)}><Bench uses={laid.uses} aside={pool(at(r - 1)?.goods).length > BESIDE} /><Tray goods={laid.goods} beside={Boolean(at(r + 1)?.uses?.length)} /></g> : null;
};

const outline = (pasture: Pasture): string => pasture.parts.map((part) => `M${part.map((n, k) => `${n}${k % 2 ? " " : ","}`).join("")}Z`).join("");

/** Which pastures can be chosen, and which number they have in the panel. */
function grazing(table: Table, model: Model, own: boolean): Map<string, { kind: "open" | "target"; number: number }> {
  const found = new Map<string, { kind: "open" | "target"; number: number }>();
  if (!own || !table.decision) return found;
  const targets = moving(table.decision, model.pick).targets;
  const asked = table.decision.choices.filter((choice) => choice.kind === "pasture");
  const list: [readonly Choice[], "open" | "target"][] = asked.length ? [[asked, "target"]] : targets.length ? [[targets, "target"]] : [[table.decision.choices.filter((choice) => choice.kind === "origin"), "open"]];
  for (const [choices, kind] of list) for (const choice of choices) if (choice.key.includes("/")) found.set(choice.key, { kind, number: Number(choice.key.split("/")[1]) });
  return found;
}

function Herds({ pastures, tiles, lit, control, rules }: { pastures: readonly Pasture[]; tiles: readonly Laid[]; lit: ReturnType<typeof grazing>; control: Control; rules: Rules }) {
  const called = pieceName(rules);
  const busy: [number, number][] = tiles.flatMap((laid): [number, number][] => {
    const [x, y] = centre(laid.cell);
    return [...(laid.goods ? [[x - 24, y + 86], [x, y + 86], [x + 24, y + 86]] as [number, number][] : []), ...(laid.uses?.length ? [[x - 30, y - 76]] as [number, number][] : []),
      [x + 40, y - 70], [x - 22, y - 50], [x + 22, y - 50], [x - 25, y + 52], [x + 25, y + 52]];
  });
  return <>{pastures.map((pasture) => {
    const mark = lit.get(pasture.id);
    if (!pasture.animals && !mark) return null;
    const [x, y] = herdSpot(pasture.parts, busy);
    busy.push([x, y]);
    const kinds = pool(pasture.animals), numbered = mark !== undefined;
    const width = Math.max(kinds.length * 44 + (numbered ? 26 : 6), 30);
    const label = [placeTitle(rules, pasture.id), ...kinds.map(([animal, number]) => `${number} ${called(animal, "")}`)].join(", ");
    const at = `translate(${x.toFixed(1)} ${y.toFixed(1)})`, plate = <rect class="plate" x={-width / 2} y="-15" width={width} height="30" rx="15" transform={at} />;
    const act = () => control.place(mark ? pasture.id : pasture.id.split("/")[0]!);
    return (
      <g key={pasture.id}>
        {mark ? <g class={`pasture place ${mark.kind}`} data-place={pasture.id} tabindex={0} role="button" aria-label={label} {...press(act)}>{plate}</g>
          : <g class="pasture" data-place={pasture.id} role="img" aria-label={label} onClick={act}>{plate}</g>}
        <g class="herd" transform={at} data-origin={pasture.id} data-lights={pasture.id} aria-hidden="true" onClick={act}>
          {numbered ? <><circle cx={-width / 2 + 15} r="12" class="number" /><text x={-width / 2 + 15} y="5.500" class="numeral">{mark!.number}</text></> : null}
          {kinds.map(([animal, number], n) => {
            const left = (n - (kinds.length - 1) / 2) * 44 + (numbered ? 12 : 0);
            return <g key={animal} class="token" data-good={animal}><Piece name={animal} x={left - 9} scale={0.95} /><text x={left + 6} y="6.500" class="count">{number}</text></g>;
          })}
        </g>
      </g>
    );
  })}</>;
}

export function Village({ control, model, table, rules, phone }: { control: Control; model: Model; table: Table; rules: Rules; phone: boolean }) {
  const viewer = table.view.viewer, seat = model.looked ?? (viewer < 0 ? 0 : viewer), own = seat === viewer;
  const name = table.view.players[seat] ?? "", data = table.view.state.seats[seat]!, tiles = data.village.tiles;
  const pastures = table.scene.pastures?.[seat] ?? [], open = counts(table).villages[seat] ?? 0;
  const lay = own && table.decision?.kind === "build-all" ? laying(table.decision, model.pick) : null;
  const ghosts = (lay?.tile?.choices ?? []).map((choice) => ({ choice, cell: choice.key.split(",").map(Number) as [number, number] }));
  const box = useMemo(() => frame([...tiles.map((laid) => laid.cell), ...ghosts.map((ghost) => ghost.cell)]), [tiles, lay?.tile?.key, table.decision?.id]);
  const lit = grazing(table, model, own);
  const [ground, size] = useSize<HTMLDivElement>();
  const [look, setLook] = useState<Look>(FITTED);
  useEffect(() => setLook(FITTED), [seat, box.width, box.height]);
  const fitted = Math.max(0.05, Math.min(MOST, size.width / box.width, size.height / box.height));
  // for laying a tile, all free places are shown first, then the chosen one close up
  const least = phone && (!ghosts.length || lay?.cell) ? Math.max(fitted, LEAST_ON_PHONES) : fitted;
  const scale = least * look.zoom;
  const view = inSight(box, size, scale, look, focusOf(table, model, tiles, ghosts), scale > fitted * 1.02);
  const moved = useGestures(ground, scale, setLook);
  const score = table.scores[seat], signs = signsOf(table), called = pieceName(rules);
  const heading = own ? t("yourVillage") : t("villageOf", { name });
  const place: Place = { control, model, table, rules, own };
  const won = new Map(data.won ?? []);
  const rank = (laid: Laid) => (model.card?.kind === "tile" && model.card.key === laid.name ? 1 : 0);
  const zoom = (by: number) => setLook((was) => ({ ...was, zoom: Math.min(4, Math.max(1, was.zoom * by)) }));
  return (
    <section class={`pane home ${own ? "" : "foreign"} ${scale < 0.96 ? "small-print" : ""}`} aria-labelledby="village-title">
      <div class="pane-head">
        <h2 id="village-title"><Seal seat={seat} letter={signs[seat] ?? "?"} /><span title={name}>{heading}</span></h2>
        {open ? <em class="tag">{t("openToYou", { n: open })}</em> : null}
        {score ? <button type="button" class="link" onClick={() => control.store.set({ score: model.score === seat ? null : seat, sheet: true })}>{t("points", { n: score.total })}</button> : null}
        {own || viewer < 0 ? null : <button type="button" class="link" onClick={() => control.look(null)}>{t("backHome")}</button>}
        <span class="zoom"><button type="button" class="quiet square" aria-label={t("smaller")} onClick={() => zoom(1 / 1.3)}><Glyph name="minus" /></button>
          <button type="button" class="quiet" onClick={() => setLook(FITTED)}>{t("fit")}</button>
          <button type="button" class="quiet square" aria-label={t("larger")} onClick={() => zoom(1.3)}><Glyph name="plus" /></button></span>
      </div>
      <div class="ground" ref={ground} onClickCapture={(event) => { if (moved.current > MOVED) { event.stopPropagation(); event.preventDefault(); } }}>
        <svg class="village" viewBox={view} role="group" aria-label={heading} data-arrows>
          {ghosts.map(({ choice, cell }) => {
            const [x, y] = centre(cell), chosen = lay?.cell?.key === choice.key;
            const small = chosen && printed(lay!.tile!.key, won.get(lay!.tile!.key) ?? 0) * GROWN * scale < LEGIBLE;
            return (
              <g key={choice.key} class={`ghost ${chosen ? "chosen" : ""} ${small ? "reprinted" : ""}`} data-cell={choice.key} transform={`translate(${x} ${y})`} tabindex={0} role="button" aria-pressed={chosen}
                aria-label={`${title(rules, lay!.tile!.key)}: ${t("freePlace", { place: choice.key })}`} {...press(() => control.cell(choice.key))}>
                <polygon points={HEX} class="free" />
                {chosen ? <><Ground edges={rules.tiles[lay!.tile!.key]?.edges ?? "FFFFFF"} rotation={Number(lay!.rotation?.key ?? 0)} /><Face tile={lay!.tile!.key} side={won.get(lay!.tile!.key)} grow={GROWN} />{small ? <Title text={title(rules, lay!.tile!.key)} scale={scale} /> : null}</> : <text class="plus" y="13" aria-hidden="true">+</text>}
                <polygon points={HEX} class="ring" />
              </g>
            );
          })}
          {tiles.map((laid) => { const [x, y] = centre(laid.cell); return <g key={laid.name} class="earth" transform={`translate(${x} ${y})`}><Ground edges={laid.edges} rotation={laid.rotation} /></g>; })}
          {pastures.map((pasture) => { const mark = lit.get(pasture.id); return mark ? <path key={pasture.id} class={`meadow ${mark.kind}`} data-meadow={pasture.id} d={outline(pasture)} onClick={() => control.place(pasture.id)} /> : null; })}
          {[...tiles].sort((a, b) => rank(a) - rank(b)).map((laid) => <TilePlace key={laid.name} laid={laid} scale={scale} {...place} />)}
          {tiles.map((laid) => <OnTile key={laid.name} laid={laid} tiles={tiles} control={control} />)}
          {tiles.map((laid) => { const own = placesOn(table, "tile", { at: laid.name }), [x, y] = centre(laid.cell); return own.length ? <g key={laid.name} transform={`translate(${x} ${y})`} class="on-tile-place"><OnCorner places={own} rules={rules} /></g> : null; })}
          <Herds pastures={pastures} tiles={tiles} lit={lit} control={control} rules={rules} />
        </svg>
        {phone && scale > fitted * 1.02 ? <div class="map"><Mini tiles={tiles} rules={rules} open={new Set()} /></div> : null}
      </div>
      <p class="sum">{lying(table, seat) ? <><span class="note">{t("inVillage")}</span><Pieces of={lying(table, seat)} called={called} read={(key, of) => control.read({ kind: "piece", key, of })} /></> : <span class="note">{t("nothingLies")}</span>}</p>
      <PlaceRow places={placesOn(table, "village", { seat })} rules={rules} read={(key) => control.read({ kind: "piece", key, of: "" })} />
    </section>
  );
}

/** The middle of what is asked, for screens that cannot show a whole village. */
function focusOf(table: Table, model: Model, tiles: readonly Laid[], ghosts: readonly { choice: Choice; cell: [number, number] }[]): [number, number] | null {
  const chosen = ghosts.find((ghost) => ghost.choice.key === model.pick.cell);
  if (chosen) return centre(chosen.cell);
  const laid = tiles.find((one) => one.name === (model.pick.key || (model.card?.kind === "tile" ? model.card.key : "")));
  if (laid) return centre(laid.cell);
  // the middle of all places that can be chosen
  const asked = new Set(table.decision?.choices.filter((choice) => ["pasture", "origin", "tile"].includes(choice.kind)).map((choice) => choice.key.split("/")[0]));
  const at = tiles.filter((one) => asked.has(one.name)).map((one) => centre(one.cell));
  return at.length ? [at.reduce((sum, [x]) => sum + x, 0) / at.length, at.reduce((sum, [, y]) => sum + y, 0) / at.length] : null;
}

/** The part of a village that is in sight, as a viewBox. */
function inSight(box: Box, size: { width: number; height: number }, scale: number, look: Look, focus: [number, number] | null, cut: boolean): string {
  if (!size.width || !size.height) return `${box.left} ${box.top} ${box.width} ${box.height}`;
  const width = size.width / scale, height = size.height / scale;
  const [fx, fy] = cut && focus ? focus : [box.left + box.width / 2, box.top + box.height / 2];
  const hold = (middle: number, from: number, long: number, sight: number) => (sight >= long ? from + long / 2 : Math.min(Math.max(middle, from + sight / 2), from + long - sight / 2));
  const x = hold(fx - look.x, box.left, box.width, width), y = hold(fy - look.y, box.top, box.height, height);
  return `${(x - width / 2).toFixed(1)} ${(y - height / 2).toFixed(1)} ${width.toFixed(1)} ${height.toFixed(1)}`;
}

/** Wheel and pinch zoom, dragging moves; returns how far the pointer went, so that a drag is no click. */
function useGestures(ref: { current: HTMLDivElement | null }, scale: number, setLook: (change: (was: Look) => Look) => void): { current: number } {
  const moved = useRef(0), now = useRef(scale);
  now.current = scale;
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const fingers = new Map<number, PointerEvent>();
    const apart = () => { const [a, b] = [...fingers.values()]; return a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0; };
    const zoom = (by: number) => setLook((was) => ({ ...was, zoom: Math.min(4, Math.max(1, was.zoom * by)) }));
    const wheel = (event: WheelEvent) => { event.preventDefault(); zoom(event.deltaY < 0 ? 1.12 : 1 / 1.12); };
    const down = (event: PointerEvent) => { if (!fingers.size) moved.current = 0; if (!(event.target as Element).closest(".token")) fingers.set(event.pointerId, event); };
    const move = (event: PointerEvent) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const far = apart();
      fingers.set(event.pointerId, event);
      const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
      moved.current += Math.hypot(dx, dy);
      if (fingers.size > 1) { if (far) zoom(apart() / far); return; }
      if (moved.current > MOVED) setLook((was) => ({ ...was, x: was.x + dx / now.current, y: was.y + dy / now.current }));
    };
    const up = (event: PointerEvent) => fingers.delete(event.pointerId);
    element.addEventListener("wheel", wheel, { passive: false });
    element.addEventListener("pointerdown", down);
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
    return () => { element.removeEventListener("wheel", wheel); element.removeEventListener("pointerdown", down); removeEventListener("pointermove", move); removeEventListener("pointerup", up); removeEventListener("pointercancel", up); };
  }, []);
  return moved;
}
