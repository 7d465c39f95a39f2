// The whole history: a scrubber over all moves, with a link to a moment, the log as a file, and playing on from here.
import { useEffect, useState } from "preact/hooks";
import type { Control } from "./control";
import type { Model } from "./model";
import { copied } from "./lobby";
import { Glyph } from "./pictures";
import { seasonName, t } from "./text";

const PACE = 1100;

/** Where each season begins. */
export function seasons(entries: readonly { season?: string }[]): { season: string; ply: number }[] {
  return entries.flatMap(({ season }, ply) => (season && season !== entries[ply - 1]?.season ? [{ season, ply }] : []));
}

export function Scrubber({ control, model }: { control: Control; model: Model }) {
  const past = model.past!, last = Math.max(1, past.entries.length - 1), { ply } = past;
  const [playing, setPlaying] = useState(false), [shared, setShared] = useState(-1);
  useEffect(() => {
    if (!playing) return;
    if (ply >= last) { setPlaying(false); return; }
    const timer = setTimeout(() => control.goTo(ply + 1), PACE);
    return () => clearTimeout(timer);
  }, [playing, ply, past.table]);
  const over = model.known!.table.view.deciding.length === 0, place = (at: number) => `${(at / last) * 100}%`;
  const step = (by: number) => { setPlaying(false); control.goTo(ply + by); };
  return (
    <section class="scrubber" aria-label={t("history")}>
      <div class="scrub-row">
        <button type="button" class="quiet square" data-do="earlier" aria-label={t("earlier")} disabled={ply <= 0} onClick={() => step(-1)}><Glyph name="back" /></button>
        <button type="button" class="quiet square" data-do="run" aria-label={t(playing ? "stop" : "run")} onClick={() => { if (!playing && ply >= last) control.goTo(0); setPlaying(!playing); }}><Glyph name={playing ? "pause" : "run"} /></button>
        <button type="button" class="quiet square" data-do="later" aria-label={t("later")} disabled={ply >= last} onClick={() => step(1)}><Glyph name="next" /></button>
        <b class="at">{t("moveOf", { n: ply, all: past.entries.length - 1 })}</b><span class="fill" />
        <button type="button" class="quiet" data-do="moment-link" onClick={() => void copied(control.momentLink()).then((done) => setShared(done ? ply : -1))}><Glyph name={shared === ply ? "check" : "link"} /><span>{t(shared === ply ? "copied" : "momentLink")}</span></button>
        {over && model.known!.table.view.viewer >= 0 && ply < last ? <button type="button" class="quiet" data-do="play-on" title={t("playOnHint")} disabled={model.sent !== null} onClick={() => control.playOn()}><Glyph name="turn" /><span>{t("playOn")}</span></button> : null}
        <button type="button" class="quiet" data-do="download" title={t("download")} onClick={() => control.download()}><Glyph name="down" /><span>{t("download")}</span></button>
        <button type="button" class="quiet square" data-do="leave-history" aria-label={t("close")} onClick={() => control.leaveHistory()}><Glyph name="close" /></button>
      </div>
      <div class="scrub">
        {seasons(past.entries).map(({ season, ply: from }) => <span key={season} class={`part ${season}`} style={{ left: place(from) }}>{seasonName(season)}</span>)}
        <input type="range" min={0} max={last} value={ply} aria-label={t("move")} aria-valuetext={t("moveOf", { n: ply, all: past.entries.length - 1 })} onInput={(event) => { setPlaying(false); control.goTo(Number(event.currentTarget.value)); }} />
      </div>
      {model.problem ? <p class="problem" role="alert">{model.problem}</p> : null}
    </section>
  );
}
