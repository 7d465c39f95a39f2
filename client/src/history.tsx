// The whole history: a scrubber over all moves, with a link to a moment, the log as a file, and playing on from here.
import { useEffect, useState } from "preact/hooks";
import type { Control } from "./control";
import { signsOf, type Model } from "./model";
import { copied } from "./links";
import { Glyph, Seal } from "./pictures";
import type { ReviewedMoment, Tried } from "./protocol";
import { seasonName, t } from "./text";
import { useSize } from "./village";

const PACE = 1100;

/** Where each season begins. */
export function seasons(entries: readonly { season?: string }[]): { season: string; ply: number }[] {
  return entries.flatMap(({ season }, ply) => (season && season !== entries[ply - 1]?.season ? [{ season, ply }] : []));
}

const MARK = 46; // as wide as a mark, with some room
const MARKS: Record<string, string> = { mistake: "?", blunder: "??" };
export const percent = (chance: number): string => `${Math.round(chance * 100)} %`;

/** Everybody’s chances to win, as areas one above the other: the points of each area, from left to right and back. */
export function areas(moments: readonly ReviewedMoment[]): string[] {
  const told = moments.filter((moment) => moment.chances.length).sort((a, b) => a.ply - b.ply);
  return (told[0]?.chances ?? []).map((_, seat) => {
    const below = (moment: ReviewedMoment, to: number) => 1 - moment.chances.slice(0, to).reduce((sum, [chance]) => sum + chance, 0);
    return [...told.map((moment) => `${moment.ply},${below(moment, seat).toFixed(4)}`), ...told.map((moment) => `${moment.ply},${below(moment, seat + 1).toFixed(4)}`).reverse()].join(" ");
  });
}

/** The mistakes that are marked, the costliest first: where there is no room for all, the others are left out. */
export function marks(moments: readonly ReviewedMoment[], room: number): ReviewedMoment[] {
  const kept: ReviewedMoment[] = [];
  for (const moment of moments.filter(({ choice }) => choice && MARKS[choice.grade]).sort((a, b) => b.choice!.loss[0] - a.choice!.loss[0])) {
    if (kept.every((other) => Math.abs(other.ply - moment.ply) >= room)) kept.push(moment);
  }
  return kept;
}

/** What else was possible at a move, the best first, with the chance to win of each. */
export function Alternatives({ model }: { model: Model }) {
  const choice = model.review?.moments.get(model.past!.ply - 1)?.choice;
  if (!choice) return null;
  return (
    <div class="act alternatives"><h4>{t("elsePossible")}<span>{t(`grade_${choice.grade}`)}</span></h4><Options tried={choice.tried} played={choice.played} /></div>
  );
}

const Options = ({ tried, played = -1 }: { tried: readonly Tried[]; played?: number }) => (
  <ol>{tried.map(({ action, words, win }, n) => (
    <li key={action} class={n === played ? "played" : ""}><span>{words}{n === played ? <small>{t("played")}</small> : null}</span><i aria-hidden="true"><b style={{ width: `${100 * win[0]}%` }} /></i><em>{percent(win[0])}</em></li>))}</ol>
);

/** The best answers to the open question, where hints are allowed. */
export function Hint({ model }: { model: Model }) {
  const { hint } = model;
  if (!hint || model.past || hint.decision !== model.known?.table.decision?.id) return null;
  return <div class="act alternatives hint" role="status"><h4>{t("hint")}<span>{t("chanceToWin")}</span></h4><Options tried={hint.tried.slice(0, 3)} /></div>;
}

/** The curve of the review with its marks. */
function Curve({ control, model, place, wide }: { control: Control; model: Model; place: (ply: number) => string; wide: number }) {
  const { moments } = model.review!, all = [...moments.values()], last = Math.max(1, model.past!.entries.length - 1), signs = signsOf(model.known!.table), names = model.known!.table.view.players;
  return <>
    <svg class="curve" viewBox={`0 0 ${last} 1`} preserveAspectRatio="none" role="img" aria-label={t("chanceToWin")}>{areas(all).map((points, seat) => <polygon key={seat} class={`p${seat % 6}`} points={points} />)}</svg>
    {marks(all, (MARK / Math.max(wide, MARK)) * last).map(({ ply, choice }) => <button type="button" class="mark" key={ply} data-mark={ply + 1} style={{ left: `clamp(${MARK / 2}px, ${place(ply + 1)}, calc(100% - ${MARK / 2}px))` }} title={`${names[choice!.seat]}: ${t(`grade_${choice!.grade}`)}`} onClick={() => control.goTo(ply + 1)}><Seal seat={choice!.seat} letter={signs[choice!.seat]!} /><span aria-hidden="true">{MARKS[choice!.grade]}</span><span class="sr">{`${t("moveNo", { n: ply + 1 })}, ${names[choice!.seat]}: ${t(`grade_${choice!.grade}`)}`}</span></button>)}
  </>;
}

export function Scrubber({ control, model }: { control: Control; model: Model }) {
  const past = model.past!, last = Math.max(1, past.entries.length - 1), { ply } = past;
  const [playing, setPlaying] = useState(false), [shared, setShared] = useState(-1), [line, size] = useSize<HTMLDivElement>();
  useEffect(() => {
    if (!playing) return;
    if (ply >= last) { setPlaying(false); return; }
    const timer = setTimeout(() => control.goTo(ply + 1), PACE);
    return () => clearTimeout(timer);
  }, [playing, ply, past.table]);
  const over = model.known!.table.view.deciding.length === 0, place = (at: number) => `${(at / last) * 100}%`;
  const review = model.review, chances = review?.moments.get(ply)?.chances ?? [];
  const step = (by: number) => { setPlaying(false); control.goTo(ply + by); };
  return (
    <section class="scrubber" aria-label={t("history")} data-shown={past.table.ply}>
      <div class={`scrub-row ${over ? "over" : ""}`}>
        <button type="button" class="quiet square" data-do="earlier" aria-label={t("earlier")} disabled={ply <= 0} onClick={() => step(-1)}><Glyph name="back" /></button>
        <button type="button" class="quiet square" data-do="run" aria-label={t(playing ? "stop" : "run")} onClick={() => { if (!playing && ply >= last) control.goTo(0); setPlaying(!playing); }}><Glyph name={playing ? "pause" : "run"} /></button>
        <button type="button" class="quiet square" data-do="later" aria-label={t("later")} disabled={ply >= last} onClick={() => step(1)}><Glyph name="next" /></button>
        <b class="at">{t("moveOf", { n: ply, all: past.entries.length - 1 })}</b>
        {chances.length ? <span class="chances" title={t("chanceToWin")}>{chances.map(([chance], seat) => <span key={seat}><Seal seat={seat} letter={signsOf(model.known!.table)[seat]!} />{percent(chance)}</span>)}<small>{t("chanceToWin")}</small></span> : null}<span class="fill" />
        {over && (!review || review.stopped) && !model.known!.table.scene.svg ? <button type="button" class="quiet" data-do="review" onClick={() => control.review()}><Glyph name="check" /><span>{t("review")}</span></button> : null}
        {review && (review.done < review.all || review.stopped) ? <span class="note" role="status">{review.stopped || t("reviewing", { n: Math.floor((100 * review.done) / review.all) })}</span> : null}
        <button type="button" class="quiet" data-do="moment-link" onClick={() => void copied(control.momentLink()).then((done) => setShared(done ? ply : -1))}><Glyph name={shared === ply ? "check" : "link"} /><span>{t(shared === ply ? "copied" : "momentLink")}</span></button>
        {over && model.known!.table.view.viewer >= 0 && ply < last ? <button type="button" class="quiet" data-do="play-on" title={t("playOnHint")} disabled={model.sent !== null} onClick={() => control.playOn()}><Glyph name="turn" /><span>{t("playOn")}</span></button> : null}
        <button type="button" class="quiet" data-do="download" title={t("download")} onClick={() => control.download()}><Glyph name="down" /><span>{t("download")}</span></button>
        <button type="button" class="quiet square" data-do="leave-history" aria-label={t("close")} onClick={() => control.leaveHistory()}><Glyph name="close" /></button>
      </div>
      <div class={`scrub ${review ? "reviewed" : ""}`} ref={line}>
        {review ? <Curve {...{ control, model, place, wide: size.width }} /> : null}
        {seasons(past.entries).map(({ season, ply: from }) => <span key={season} class={`part ${season}`} style={{ left: place(from) }}>{seasonName(season)}</span>)}
        <input type="range" min={0} max={last} value={ply} aria-label={t("move")} aria-valuetext={t("moveOf", { n: ply, all: past.entries.length - 1 })} onInput={(event) => { setPlaying(false); control.goTo(Number(event.currentTarget.value)); }} />
      </div>
      {model.problem ? <p class="problem" role="alert">{model.problem}</p> : null}
    </section>
  );
}
