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

const KINDS = ["tiles", "pastures", "boats", "rest"] as const;
function kinds(sheet: Sheet, rules: Rules): Record<(typeof KINDS)[number], number> {
  const sum = { tiles: 0, pastures: 0, boats: 0, rest: 0 };
  for (const line of sheet.lines) {
    const tile = rules.tiles[line.source];
    const animals = line.used?.length > 0 && line.used.every(([id]) => rules.goods[id] === "animal");
    sum[tile ? (/boat/.test(tile.kind) ? "boats" : "tiles") : animals ? "pastures" : "rest"] += line.points;
  }
  return sum;
}

export function Final({ control, model, table, rules }: { control: Control; model: Model; table: Table; rules: Rules }) {
  const [open, setOpen] = useState(true);
  const ended = model.known?.history.flatMap((entry) => entry.events ?? []).find((event) => event.tag === "game-ended");
  const totals = table.scores.map((sheet) => sheet?.total ?? -1), best = Math.max(...totals, 1);
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
        const parts = kinds(sheet, rules);
        return (
          <article key={seat} class={`rank ${place === 1 ? "first" : ""} ${seat === table.view.viewer ? "own" : ""}`} data-rank={seat}>
            <h3><i class="place-no">{place}</i><Seal seat={seat} letter={signs[seat]!} /><span title={names[seat]}>{names[seat]}</span><b class="total">{sheet.total}</b></h3>
            <div class="stack" aria-hidden="true" style={{ width: `${(Math.max(sheet.total, 1) / best) * 100}%` }}>{(table.scene.svg ? [] : KINDS).filter((kind) => parts[kind] > 0).map((kind) => <i key={kind} class={kind} style={{ flex: parts[kind] }}>{parts[kind] > 4 ? parts[kind] : ""}</i>)}</div>
            {table.scene.svg ? null : <Mini tiles={table.view.state.seats[seat]!.village.tiles} rules={rules} />}
            {open ? <SheetLines sheet={sheet} rules={rules} /> : null}
          </article>
        );
      })}</div>
      {table.scene.svg ? <GamePicture {...{ control, model, table }} /> : null}
      {model.chat.length || table.seats.filter((seat) => !seat.bot || seat.stand_in).length > 1 ? <section class="paper end-chat"><h3>{t("chat")}</h3><Chat {...{ control, model, table }} /></section> : null}
      <p class="key">{(table.scene.svg ? [] : KINDS).map((kind) => <span key={kind}><i class={kind} />{t(`kind_${kind}`)}</span>)}</p>
    </main>
  );
}
