// What is said at a table: the chat in the drawer, quick reactions, and bots that play for people.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Control } from "./control";
import { signsOf, type Model } from "./model";
import { Glyph, Seal } from "./pictures";
import type { Remark, Table } from "./protocol";
import { invitation } from "./tables";
import { spoken, t } from "./text";

export const REACTIONS = ["hello", "nice", "thanks", "moment", "sorry", "well_played"] as const;
const LONGEST = 300;

/** A remark in words: what was said, or what happened to a seat. */
export function words({ text, reaction, event, seat }: Remark, names: readonly string[]): string {
  return text ?? (reaction ? t(`say_${reaction}`) : event ? t(`seat_${event}`, { name: names[seat] ?? "" }) : "");
}

/** Who may say something that is shown here: whoever is not muted; what happens to seats is always shown. */
export const heard = (model: Model): readonly Remark[] => model.chat.filter((remark) => remark.event || !model.muted.includes(remark.seat));

export function Chat({ control, model, table }: { control: Control; model: Model; table: Table }) {
  const [text, setText] = useState(""), end = useRef<HTMLDivElement>(null), { viewer, players } = table.view, signs = signsOf(table);
  const remarks = heard(model), people = table.seats.map((seat, n) => ({ ...seat, n })).filter((seat) => seat.n !== viewer && (!seat.bot || seat.stand_in));
  useEffect(() => { const box = end.current; if (box) box.scrollTop = box.scrollHeight; }, [remarks.length]);
  const time = (seconds: number) => new Date(seconds * 1000).toLocaleTimeString(spoken(), { hour: "2-digit", minute: "2-digit" });
  return (
    <div class="chat">
      <div class="scroll" ref={end} tabIndex={0} role="log" aria-label={t("chat")}>{remarks.length ? <ol>{remarks.map((remark) => (
        <li key={remark.number} class={`${remark.event ? "event" : ""} ${remark.seat === viewer ? "own" : ""}`}><Seal seat={remark.seat} letter={signs[remark.seat]!} />
          <div><p class="by">{remark.event ? null : <b>{players[remark.seat]}</b>}<time>{time(remark.time)}</time></p><p>{words(remark, players)}</p></div></li>))}</ol> : <p class="note">{t("chatEmpty")}</p>}</div>
      {viewer < 0 ? <p class="note">{t("chatWatching")}</p> : <>
        <div class="reactions" role="group" aria-label={t("reactions")}>{REACTIONS.map((name) => <button type="button" class="chip" key={name} data-reaction={name} onClick={() => control.say({ reaction: name })}>{t(`say_${name}`)}</button>)}</div>
        <form onSubmit={(event) => { event.preventDefault(); if (text.trim() && control.say({ text: text.trim() })) setText(""); }}>
          <input value={text} maxLength={LONGEST} aria-label={t("chatSay")} placeholder={t("chatSay")} autocomplete="off" onInput={(event) => setText(event.currentTarget.value)} /><button type="submit" class="main square" aria-label={t("send")} disabled={!text.trim()}><Glyph name="next" /></button></form>
        {people.length ? <p class="mutes"><span>{t("mute")}</span>{people.map(({ n, name }) => <button type="button" class={`chip ${model.muted.includes(n) ? "on" : ""}`} key={n} data-mute={n} aria-pressed={model.muted.includes(n)} onClick={() => control.mute(n)}><Seal seat={n} letter={signs[n]!} />{name}</button>)}</p> : null}
        {model.chatProblem ? <p class="problem" role="alert">{model.chatProblem}</p> : null}</>}
    </div>
  );
}

/** A bot plays for you, or may play for somebody who has left. */
export function StandIns({ control, model, table }: { control: Control; model: Model; table: Table }) {
  const { viewer, deciding } = table.view;
  if (model.past || viewer < 0 || !deciding.length) return null;
  if (table.seats[viewer]?.stand_in) return <div class="stand-in"><button type="button" class="main" data-do="come-back" disabled={model.sent !== null} onClick={() => control.comeBack()}>{t("comeBack")}</button></div>;
  const away = deciding.filter((seat) => seat !== viewer && !table.seats[seat]!.bot && !(model.here[seat] ?? true));
  return away.length ? <div class="stand-in">{invitation(table.table).length ? <button type="button" data-do="invite-them" onClick={() => control.store.set({ inviting: true })}><Glyph name="link" />{t("invite")}</button> : null}{away.map((seat) => {
    const asking = model.asking[seat] ?? [], name = table.seats[seat]!.name, mine = asking.includes(viewer);
    return <button type="button" key={seat} data-do="take-over" data-seat-of={seat} disabled={model.sent !== null || mine} onClick={() => control.takeOver(seat)}><Glyph name="people" />{mine ? t("takeOverAsked", { name }) : asking.length ? t("takeOverToo", { name, n: asking.length }) : t("takeOver", { name })}</button>;
  })}</div> : null;
}

/** What was just said or has happened, for those whose chat is closed. */
export function Toast({ control, model, table }: { control: Control; model: Model; table: Table }) {
  const remark = model.toast, signs = signsOf(table);
  useEffect(() => { if (!remark) return; const timer = setTimeout(() => control.store.set({ toast: null }), 7000); return () => clearTimeout(timer); }, [remark?.number]);
  return <div class="toast" role="status">{remark ? <button type="button" onClick={() => control.openChat()}><Seal seat={remark.seat} letter={signs[remark.seat]!} /><span>{remark.event ? "" : <b>{table.view.players[remark.seat]}</b>} {words(remark, table.view.players)}</span></button> : null}</div>;
}
