// The inspector: anything on the table, large and in words.
import type { ComponentChildren } from "preact";
import { Bids } from "./auction";
import type { Control } from "./control";
import { pieceName, sentence, signsOf, title, up, type Model } from "./model";
import { PlaceView, placesOn } from "./places";
import { Icon, Pieces, Seal, TilePicture } from "./pictures";
import { pool, type Rules, type Sheet, type Table } from "./protocol";
import { Term } from "./rules";
import { t } from "./text";
import { lying } from "./village";

function where(table: Table, key: string): string {
  const { state, viewer, players } = table.view;
  if (state.lots.some((lot) => lot.tile === key)) return t("auction");
  if (state.berths.some((berth) => berth.boat === key)) return t("boats");
  const owner = state.seats.findIndex((seat) => seat.village.tiles.some((laid) => laid.name === key));
  if (owner >= 0) return owner === viewer ? t("yourVillage") : t("villageOf", { name: players[owner]! });
  return state.seats[viewer]?.won?.some(([tile]) => tile === key) ? t("won") : "";
}

export function TileCard({ tile, control, table, rules, peek = false }: { tile: string; control: Control; table: Table; rules: Rules; peek?: boolean }) {
  const data = rules.tiles[tile];
  if (!data) return null;
  const { state } = table.view, signs = signsOf(table), called = pieceName(rules);
  const lot = state.lots.find((one) => one.tile === tile), berth = state.berths.find((one) => one.boat === tile);
  const laid = state.seats.flatMap((seat) => seat.village.tiles).find((one) => one.name === tile);
  const side = laid?.side ?? lot?.side ?? 0, uses = (laid ?? lot)?.uses ?? [];
  const reasons = (table.decision?.blocked ?? []).filter((choice) => choice.key === tile);
  const worth = table.scores[table.view.viewer]?.lines.filter((line) => line.source === tile);
  const face = (n: number, label: ComponentChildren, words: string) => (
    <figure class={n === side ? "up" : ""}><TilePicture tile={tile} side={n} rules={rules} cls="big" />
      <figcaption>{label ? <b>{label}</b> : null}{up(words)}{n && data.upgrade ? <span class="cost">{t("costs", { cost: data.upgrade })}</span> : null}</figcaption></figure>
  );
  return (
    <article class={`card ${peek ? "peek" : ""}`} data-card={tile} aria-label={data.title}>
      <h3>{data.title}<small>{state.seats[table.view.viewer]?.winter?.includes(tile) ? <Term of="winterTiles" control={control} /> : where(table, tile)}</small></h3>
      <div class={`faces ${data.back ? "" : "one"}`}>{face(0, data.back ? t("front") : "", data.front.words)}{data.back ? face(1, data.upgrade ? <Term of="upgraded" control={control} /> : t("otherSide"), data.back.words) : null}</div>
      {lot ? <div class="fact"><span><Term of="bids" control={control} /></span><Bids bids={lot.bids} table={table} rules={rules} /></div> : null}
      {berth && !berth.taken ? <div class="fact"><span>{t("brings")}</span><span class="cargo"><Pieces of={berth.workers} called={called} /><Pieces of={berth.skills} kind="skill" called={called} /></span></div> : null}
      {uses.length ? <div class="fact"><span><Term of="usedBy" control={control} /></span><span class="bids">{uses.map((use, n) => <span class="bid" key={n}>{use.seat === undefined ? null : <Seal seat={use.seat} letter={signs[use.seat]!} />}<Pieces of={use.workers} called={called} /></span>)}</span></div> : null}
      {laid?.goods ? <div class="fact"><span><Term of="onIt" control={control} /></span><span class="cargo"><Pieces of={laid.goods} called={called} /></span></div> : null}
      {(["tile", "lot", "boat"] as const).flatMap((on) => placesOn(table, on, { at: tile })).map((place) => <div class="fact" key={place.tag}><span>{place.title}</span><PlaceView place={{ ...place, title: "" }} rules={rules} /></div>)}
      {worth?.length ? <div class="fact"><span>{t("forYouNow")}</span><p><b>{t("points", { n: worth.reduce((sum, line) => sum + line.points, 0) })}</b></p></div> : null}
      {lot && table.view.viewer >= 0 ? <div class="fact"><span>{t("forecast")}</span><p><b>{(table.scene.worth?.[tile] ?? 0) > 0 ? "+" : ""}{t("points", { n: table.scene.worth?.[tile] ?? 0 })}</b></p></div> : null}
      {reasons.length ? <div class="fact why"><span>{t("why")}</span><div>{reasons.map((choice) => <p key={choice.result}>{`${up(choice.result ?? "")}: ${sentence((choice.why ?? []).at(-1) ?? "")}`}</p>)}</div></div> : null}
    </article>
  );
}

function PlayerCard({ seat, control, table, rules }: { seat: number; control: Control; table: Table; rules: Rules }) {
  const data = table.view.state.seats[seat]!, called = pieceName(rules), signs = signsOf(table), sheet = table.scores[seat];
  const leads = table.view.state.lots.filter((lot) => [...(lot.bids ?? [])].sort((a, b) => b.size - a.size)[0]?.seat === seat);
  return (
    <article class="card" aria-label={table.view.players[seat]}>
      <h3><span class="named"><Seal seat={seat} letter={signs[seat]!} />{table.view.players[seat]}</span><small>{table.seats[seat]?.bot ? t("isBot") : ""}</small></h3>
      <div class="fact"><span>{t("behindScreen")}</span><span class="cargo"><Pieces of={data.workers} called={called} /><Pieces of={data.open_workers} called={called} /><Pieces of={data.skills} kind="skill" called={called} /><Pieces of={data.stock} called={called} /></span></div>
      <div class="fact"><span>{t("inVillage")}</span><span class="cargo"><Pieces of={lying(table, seat)} called={called} /></span></div>
      {[...placesOn(table, "seat", { seat }), ...placesOn(table, "village", { seat })].map((place) => <div class="fact" key={place.tag}><span>{place.title}</span><PlaceView place={{ ...place, title: "" }} rules={rules} /></div>)}
      {leads.length ? <div class="fact"><span>{t("leadsAt")}</span><p>{leads.map((lot) => title(rules, lot.tile)).join(", ")}</p></div> : null}
      <div class="fact"><span>{t("scoreSheet")}</span><p>{sheet ? <button type="button" class="link" onClick={() => control.store.set({ score: seat })}>{t("points", { n: sheet.total })}</button> : t("pointsHidden")}</p></div>
    </article>
  );
}

export function CardView({ control, model, table, rules }: { control: Control; model: Model; table: Table; rules: Rules }) {
  const card = model.card;
  if (!card) return null;
  if (card.kind === "tile") return <TileCard tile={card.key} control={control} table={table} rules={rules} />;
  if (card.kind === "player") return <PlayerCard seat={card.seat} control={control} table={table} rules={rules} />;
  if (card.kind === "pile") return <PileCard called={card.title} control={control} table={table} rules={rules} />;
  return <PieceCard piece={card.key} of={card.of} table={table} rules={rules} />;
}

/** Everything that lies in a place on the table, each piece with its name and its words. */
function PileCard({ called: title, control, table, rules }: { called: string; control: Control; table: Table; rules: Rules }) {
  const place = placesOn(table, "table").find((one) => one.title === title), called = pieceName(rules);
  if (!place) return null;
  return (
    <article class="card" data-card={title} aria-label={title}><h3>{place.title}</h3>
      <div class="list">{place.pieces.map(([name, number]) => (
        <button type="button" class="pick" key={name} data-piece={name} onClick={() => control.read({ kind: "piece", key: name, of: "" })}><span class="two"><b>{`${number > 1 ? `${number} ` : ""}${up(called(name, ""))}`}</b>{rules.words[name] ? <span>{up(rules.words[name]!)}</span> : null}</span><span class="pays"><Icon name={name} large="lg" label={called(name, "")} /></span></button>))}</div>
    </article>
  );
}

/** A piece: who has how many of it where it can be seen, and what it scores for you as things stand. */
function PieceCard({ piece, of, table, rules }: { piece: string; of: string; table: Table; rules: Rules }) {
  const { state, players, viewer } = table.view, signs = signsOf(table), name = pieceName(rules)(piece, of), kind = rules.goods[piece];
  const count = (text: string | undefined) => pool(text).find(([one]) => one === piece)?.[1] ?? 0;
  const own = (seat: number) => (table.scene.places ?? []).filter((place) => place.seat === seat).reduce((sum, place) => sum + (place.pieces.find(([one]) => one === piece)?.[1] ?? 0), 0);
  const rows = players.map((_, seat) => {
    const data = state.seats[seat]!;
    return { seat, village: count(lying(table, seat)), screen: count(data.workers) + count(data.open_workers) + count(data.skills) + count(data.open_skills) + count(data.stock), own: own(seat) };
  }).filter((row) => row.village + row.screen + row.own);
  const scored = table.scores[viewer]?.lines.filter((line) => line.used.some(([id]) => id === piece)) ?? [];
  return (
    <article class="card" data-card={piece} aria-label={up(name)}>
      <h3>{up(name)}<small>{kind && rules.pieces[kind] && rules.pieces[kind] !== name ? rules.pieces[kind] : ""}</small></h3>
      <div class="faces one"><Icon name={piece} kind={of || "worker"} large="xl" label={name} /></div>
      {rules.words[piece] ? <p>{sentence(rules.words[piece]!)}</p> : null}
      {rows.map(({ seat, village, screen, own: more }) => <div class="fact" key={seat}><span class="named"><Seal seat={seat} letter={signs[seat]!} />{players[seat]}</span><p>{[village ? t("countVillage", { n: village }) : "", screen ? t("countScreen", { n: screen }) : "", more ? t("countOwn", { n: more }) : ""].filter(Boolean).join(" · ")}</p></div>)}
      {rows.length ? null : <p class="note">{t("nobodyHas")}</p>}
      {scored.length ? <div class="fact"><span>{t("forYouNow")}</span><p>{scored.map((line) => `${title(rules, line.source)}: ${t("points", { n: line.points })}`).join(", ")}</p></div> : null}
    </article>
  );
}

/** The lines of a score sheet; the points printed on tiles are added up in one line. */
export function SheetLines({ sheet, rules }: { sheet: Sheet; rules: Rules }) {
  const called = pieceName(rules);
  const printed = sheet.lines.filter((line) => rules.tiles[line.source] && !line.used?.length && line.points && !/boat/.test(rules.tiles[line.source]!.kind));
  const rest = sheet.lines.filter((line) => !printed.includes(line));
  const printedPoints = printed.reduce((sum, line) => sum + line.points, 0);
  return (
    <table class="lines"><tbody>
      {printed.length ? <tr><th scope="row">{t("onTiles")}</th><td><span class="note">{printed.map((line) => `${title(rules, line.source)}: ${line.points}`).join(", ")}</span></td><td class="n">{printedPoints}</td></tr> : null}
      {[...rest].sort((a, b) => b.points - a.points).map((line, n) => (
        <tr key={n} class={line.points ? "" : "zero"}><th scope="row">{up(title(rules, line.source))}</th>
          <td>{line.used?.length ? line.used.map(([id, , number], k) => <Pieces key={k} of={`${id}${number}`} kind="skill" called={called} />) : <span class="note">{line.detail}</span>}</td><td class="n">{line.points}</td></tr>
      ))}
    </tbody></table>
  );
}
