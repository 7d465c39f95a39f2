// The end: who won, by how much and with what; then a rematch, or the way back to the lobby.
import { useState } from "preact/hooks";
import { Chat } from "./chat";
import { SheetLines } from "./card";
import type { Control } from "./control";
import { signsOf, type Model } from "./model";
import { Guide } from "./guide";
import { GamePicture } from "./picture";
import { Mini, Seal } from "./pictures";
import type { Rules, Sheet, Table } from "./protocol";
import { t } from "./text";

/** Seats in the order of their places; who has as many points and won no tie shares the place. */
export function ranking(table: Table, winners: readonly number[]): { seat: number; sheet: Sheet; place: number }[] {
  const all = table.scores.flatMap((sheet, seat) => (sheet ? [{ seat, sheet }] : []));
  const first = (seat: number) => Number(winners.includes(seat));
  all.sort((a, b) => first(b.seat) - first(a.seat) || b.sheet.total - a.sheet.total);
  return all.map(({ seat, sheet }, n) => {
    const better = all.slice(0, n).filter((other) => other.sheet.total > sheet.total || first(other.seat) > first(seat)).length;
    return { seat, sheet, place: better + 1 };
  });
}

const KINDS = ["tiles", "pastures", "boats", "pieces", "rest"] as const;
type Kind = (typeof KINDS)[number];
/** What a line of a score sheet is for: a tile, a boat, animals, a piece that scores by itself, or the rest. */
export function kindOf({ source, used }: Sheet["lines"][number], rules: Rules): Kind {
  const tile = rules.tiles[source];
  if (tile) return /boat/.test(tile.kind) ? "boats" : "tiles";
  if (used?.length > 0 && used.every(([id]) => rules.goods[id] === "animal")) return "pastures";
  return Object.keys(rules.goods).some((id) => rules.pieces[id] === source) ? "pieces" : "rest";
}
/** The name of such pieces: that of the place where they lie. */
function called(kind: Kind, table: Table, rules: Rules): string {
  const named = new Set(table.scores.flatMap((sheet) => sheet?.lines.map((line) => line.source) ?? []));
  return kind === "pieces" ? table.scene.places?.find((place) => place.pieces.some(([id]) => named.has(rules.pieces[id] ?? "")))?.title ?? t("kind_rest") : t(`kind_${kind}`);
}

export function Final({ control, model, table, rules }: { control: Control; model: Model; table: Table; rules: Rules }) {
  const [open, setOpen] = useState(true);
  const ended = model.known?.history.flatMap((entry) => entry.events ?? []).find((event) => event.tag === "game-ended");
  const totals = table.scores.map((sheet) => sheet?.total ?? -Infinity), best = Math.max(...totals);
  const winners = ended?.winners ?? totals.flatMap((points, seat) => (points === best ? [seat] : []));
  const ranks = ranking(table, winners), signs = signsOf(table), names = table.view.players;
  const second = ranks.find((one) => !winners.includes(one.seat));
  return (
    <main class="final">
      {model.guided ? <Guide control={control} model={model} /> : null}
      <div class="crown"><Seal seat={winners[0] ?? 0} letter={signs[winners[0] ?? 0]!} large />
        <div><h2>{t("winsWith", { names: winners.map((seat) => names[seat]!).join(", "), points: t("points", { n: best }), n: winners.length })}</h2>{second ? <p>{t("moreThan", { n: best - second.sheet.total, name: names[second.seat]! })}</p> : null}</div>
        <div class="acts">{table.view.viewer >= 0 ? <button type="button" class="main" data-do="rematch" disabled={model.sent !== null} onClick={() => control.rematch()}>{t(table.next ? "rematchReady" : "rematch")}</button> : table.next ? <a class="button main" href={`/t/${table.next}`}>{t("rematchReady")}</a> : null}
          <button type="button" onClick={() => setOpen(!open)} aria-expanded={open}>{t("scoreSheet")}</button><button type="button" data-do="history" onClick={() => control.openHistory()}>{t("history")}</button><a class="button quiet" href="/">{t("toLobby")}</a></div></div>
      {model.problem ? <p class="problem" role="alert">{model.problem}</p> : null}
      <div class={`ranks n${ranks.length}`}>{ranks.map(({ seat, sheet, place }) => {
        const parts = { tiles: 0, pastures: 0, boats: 0, pieces: 0, rest: 0 };
        for (const line of sheet.lines) parts[kindOf(line, rules)] += line.points;
        return (
          <article key={seat} class={`rank ${place === 1 ? "first" : ""} ${seat === table.view.viewer ? "own" : ""}`} data-rank={seat}>
            <h3><i class="place-no">{place}</i><Seal seat={seat} letter={signs[seat]!} /><span title={names[seat]}>{names[seat]}</span><b class="total">{sheet.total}</b></h3>
            <div class="stack" aria-hidden="true" style={{ width: `${(Math.max(sheet.total, 1) / best) * 100}%` }}>{(table.scene.svg ? [] : KINDS).filter((kind) => parts[kind] > 0).map((kind) => <i key={kind} class={kind} style={{ flex: parts[kind] }}>{parts[kind] > 4 ? parts[kind] : ""}</i>)}</div>
            {table.scene.svg ? null : <Mini tiles={table.view.state.seats[seat]!.village.tiles} rules={rules} />}
            {open ? <SheetLines sheet={sheet} rules={rules} /> : null}
          </article>
        );
      })}</div>
      <p class="key">{KINDS.filter((kind) => table.scores.some((sheet) => !table.scene.svg && sheet?.lines.some((line) => line.points > 0 && kindOf(line, rules) === kind))).map((kind) => <span key={kind}><i class={kind} />{called(kind, table, rules)}</span>)}</p>
      {table.scene.svg ? <GamePicture {...{ control, model, table }} /> : null}
      {model.chat.length || table.seats.filter((seat) => !seat.bot || seat.stand_in).length > 1 ? <section class="paper end-chat"><h3>{t("chat")}</h3><Chat {...{ control, model, table }} /></section> : null}
    </main>
  );
}
