// The table as a page: the head, the board, the panel, and on phones one thing at a time.
import { useEffect, useState } from "preact/hooks";
import { Auction } from "./auction";
import { atHome, counts, laying } from "./choosing";
import { Chat, Toast } from "./chat";
import { Clock } from "./clock";
import { Desk } from "./desk";
import type { Control } from "./control";
import { cardAt } from "./control";
import { GamePicture } from "./picture";
import { drag } from "./drag";
import { Final } from "./final";
import { Scrubber } from "./history";
import { fit, frame, PHONE } from "./layout";
import { Link } from "./links";
import { lately, useStore, signsOf, type Model, type Tab } from "./model";
import { Glyph, printed, Seal } from "./pictures";
import { pool, type Rules, type Table } from "./protocol";
import { Dialog, Lines, RulesDialog } from "./rules";
import { placesOn, roomOf } from "./places";
import { Rivals } from "./rivals";
import { invitation } from "./tables";
import { LANGUAGES, seasonName, spoken, t } from "./text";
import { useSize, Village } from "./village";

export interface Shown { control: Control; model: Model; table: Table; rules: Rules }
const SEASONS = ["spring", "summer", "autumn", "winter"];

export function Languages({ choose }: { choose: (code: string) => void }) {
  return <select data-key="language" aria-label={t("language")} value={spoken()} onChange={(event) => choose(event.currentTarget.value)}>
    {Object.entries(LANGUAGES).map(([code, name]) => <option key={code} value={code} lang={code}>{name}</option>)}</select>;
}

function Head({ control, model, table }: Shown) {
  const season = table.scene.svg ? "" : table.view.state.season, { deciding, players, viewer } = table.view, signs = signsOf(table), who = deciding[0];
  const last = lately(model);
  return (
    <header class="head">
      <h1>{season ? <svg viewBox="-14 -14 28 28" aria-hidden="true"><use href={`#kf-season-${season}`} /></svg> : null}<span>{season ? seasonName(season) : table.scene.title ?? t("table")}</span></h1>
      <span class="year" aria-hidden="true">{(season ? SEASONS : []).map((one) => <i key={one} class={`${one} ${one === season ? "now" : SEASONS.indexOf(one) < SEASONS.indexOf(season) ? "past" : ""}`} />)}</span>
      {model.past ? <p class="whose"><Glyph name="past" />{t("history")}</p> : table.decision ? <p class="whose mine"><Seal seat={viewer} letter={signs[viewer]!} />{t("yourTurn")}</p>
        : who !== undefined ? <p class="whose"><Seal seat={who} letter={signs[who]!} /><span class="cut" title={players[who]}>{players[who]}</span></p> : <p class="whose">{t("gameOver")}</p>}
      {table.decision ? null : <Clock model={model} table={table} seat={who ?? -1} />}
      {model.connected ? null : <p class="lost" role="alert">{model.waiting || t(model.sent ? "lostKept" : "lost")}</p>}
      <p class="latest" title={last}>{last}</p>
      <nav>
        <button type="button" class={`quiet log-button ${model.log && model.drawer === "log" ? "on" : ""}`} aria-pressed={model.log && model.drawer === "log"} onClick={() => control.toggleLog()}><Glyph name="log" /><span>{t("log")}</span></button>
        <button type="button" class={`quiet chat-button ${model.log && model.drawer === "chat" ? "on" : ""}`} aria-pressed={model.log && model.drawer === "chat"} onClick={() => control.openChat("chat", true)}><Glyph name="chat" /><span>{t("chat")}</span><Unread model={model} /></button>
        <button type="button" class={`quiet history-button ${model.past ? "on" : ""}`} aria-pressed={model.past !== null} onClick={() => (model.past ? control.leaveHistory() : control.openHistory())}><Glyph name="past" /><span>{t("history")}</span></button>
        {table.scene.svg ? null : <button type="button" class="quiet rules-button" onClick={() => control.store.set({ rulesOpen: true, rulesAt: null, menu: false })}><Glyph name="book" /><span>{t("rules")}</span></button>}
        <button type="button" class="quiet" aria-expanded={model.menu} onClick={() => control.store.set({ menu: !model.menu })}><Glyph name="menu" /><span>{t("menu")}</span></button>
      </nav>
      {model.menu ? <div class="menu" role="group" aria-label={t("menu")}>
        <label>{t("language")}<Languages choose={(code) => control.language(code)} /></label>
        <label class="switch"><input type="checkbox" checked={model.auto} onChange={(event) => control.setAuto(event.currentTarget.checked)} /><span aria-hidden="true" />{t("autoPass")}</label>
        <label class="switch"><input type="checkbox" data-key="sound" checked={model.sound} onChange={(event) => control.setSound(event.currentTarget.checked)} /><span aria-hidden="true" />{t("sound")}</label>
        <label class="switch"><input type="checkbox" data-key="notify" checked={model.notify} onChange={(event) => void control.setNotify(event.currentTarget.checked)} /><span aria-hidden="true" />{t("notify")}</label>
        <label class="switch"><input type="checkbox" data-key="letters" checked={model.letters} onChange={(event) => control.setLetters(event.currentTarget.checked)} /><span aria-hidden="true" />{t("singleKeys")}</label>
        {model.notifyNo ? <p class="note" role="status">{t("notifyNo")}</p> : null}
        <button type="button" onClick={() => control.theme()}><Glyph name="theme" />{t("theme")}</button>
        <button type="button" onClick={() => control.store.set({ keys: true, menu: false })}>{t("keysTitle")}</button>
        <button type="button" data-do="invite" onClick={() => control.store.set({ inviting: true, menu: false })}><Glyph name="link" />{t("invite")}</button>
        {viewer >= 0 ? <button type="button" data-do="new-link" title={t("newLinkHint")} onClick={() => control.newLink()}>{t("newLink")}</button> : null}
        {viewer >= 0 && deciding.length && !table.seats[viewer]!.bot ? <button type="button" data-do="let-bot" title={t("letBotHint")} onClick={() => control.takeOver(viewer)}>{t("letBot")}</button> : null}
        <a class="button" href="/">{t("toLobby")}</a>
      </div> : null}
    </header>
  );
}

/** How many remarks were not read. */
const Unread = ({ model }: { model: Model }) => (model.unread ? <em class="unread"><span aria-hidden="true">{model.unread}</span><b class="sr">{t("unread", { n: model.unread })}</b></em> : null);

export function Log({ control, model, table, closable }: Shown & { closable: boolean }) {
  const signs = signsOf(table), lines = [...(model.known?.history ?? [])].slice(-120).reverse();
  return (
    <aside class="log" aria-label={t(model.drawer)}><div class="pane-head"><div class="drawers" role="group" aria-label={t("views")}>{(["log", "chat"] as const).map((one) => <button type="button" class={one === model.drawer ? "on" : ""} key={one} data-drawer={one} aria-pressed={one === model.drawer} onClick={() => control.openChat(one)}>{t(one)}{one === "chat" ? <Unread model={model} /> : null}</button>)}</div>{closable ? <button type="button" class="quiet square" aria-label={t("close")} onClick={() => control.openChat(model.drawer, true)}><Glyph name="close" /></button> : null}</div>
      {model.drawer === "chat" ? <Chat {...{ control, model, table }} /> : <div class="scroll" tabIndex={0} role="group" aria-label={t("log")}><ol>{lines.map((entry) => <li key={entry.number} class={entry.seat === table.view.viewer ? "own" : ""}>{entry.seat >= 0 ? <Seal seat={entry.seat} letter={signs[entry.seat]!} /> : <span class="seal" />}<div>{entry.words.map((words, n) => <p key={n} class={n ? "more" : ""}>{words}</p>)}</div></li>)}</ol></div>}
    </aside>
  );
}

function Board(shown: Shown) {
  const { model, table, control } = shown, { state, viewer } = table.view;
  const [board, size] = useSize<HTMLDivElement>();
  const seat = model.looked ?? Math.max(0, viewer), decision = table.decision;
  const free = seat === viewer && decision?.kind === "build-all" ? laying(decision, model.pick).tile?.choices?.map((choice) => choice.key.split(",").map(Number) as [number, number]) ?? [] : [];
  const village = frame([...(state.seats[seat]?.village.tiles ?? []).map((laid) => laid.cell), ...free]);
  const sizes = fit({ width: size.width || 900, height: size.height || 600, lots: state.lots.length, boats: state.berths.length, cargo: Math.max(0, ...state.berths.map((berth) => (berth.taken ? 0 : pool(berth.workers).length + pool(berth.skills).length))), print: Math.min(...state.lots.map((lot) => printed(lot.tile, lot.side ?? 0))), rows: placesOn(table, "table").map(roomOf), home: atHome(decision), village, share: model.share });
  const shut = !state.lots.length && !state.berths.length;
  const dragBorder = (event: PointerEvent) => {
    const box = board.current!.getBoundingClientRect();
    const move = (now: PointerEvent) => control.store.set({ share: Math.round(Math.min(70, Math.max(25, ((now.clientX - box.left) / box.width) * 100))) });
    const end = () => { removeEventListener("pointermove", move); removeEventListener("pointerup", end); };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    event.preventDefault();
  };
  return (
    <main class="board">
      <Rivals {...shown} />
      <div class={`panes ${shut ? "closed" : ""}`} ref={board} style={shut ? { gridTemplateColumns: "1fr" } : { gridTemplateColumns: `${sizes.share}fr 10px ${100 - sizes.share}fr` }}>
        {shut ? null : <><Auction {...shown} size={sizes.lot} /><div class="border" onPointerDown={dragBorder} onDblClick={() => control.store.set({ share: null })} aria-hidden="true" /></>}
        <Village {...shown} phone={false} />
      </div>
      {model.past ? <Scrubber {...shown} /> : null}
    </main>
  );
}

/** The others at a game with a picture of its own: who they are, and what they have scored. */
function Players({ control, model, table }: Shown) {
  const { players, deciding } = table.view, signs = signsOf(table);
  return <section class="strip players" aria-label={t("players")}>{players.map((name, seat) => (
    <div class="rival-box" key={seat}><button type="button" class={`rival player ${deciding.includes(seat) ? "thinking" : ""}`} disabled={!table.scores[seat]} onClick={() => control.store.set({ score: model.score === seat ? null : seat, sheet: true })}>
      <span class="who"><Seal seat={seat} letter={signs[seat]!} /><b title={name}>{name}</b><Clock model={model} table={table} seat={seat} />{model.past ? null : table.seats[seat]?.stand_in ? <span class="chip-note">{t("isBot")}</span> : !(model.here[seat] ?? true) ? <span class="chip-note">{t("away")}</span> : deciding.includes(seat) ? <span class="chip-note dots">{t("thinking")}</span> : null}</span>
      {table.scores[seat] ? <span class="have">{t("points", { n: table.scores[seat]!.total })}</span> : null}</button></div>))}</section>;
}

/** A game that brings its own picture: the picture in the place of auction and village. */
function Pictured({ wide, ...shown }: Shown & { wide: boolean }) {
  const { model, control } = shown, log = model.tab === "log";
  if (wide) return <div class={`table ${model.log ? "with-log" : ""}`}><Head {...shown} />{model.log ? <Log {...shown} closable /> : null}<main class="board"><Players {...shown} /><GamePicture {...shown} />{model.past ? <Scrubber {...shown} /> : null}</main><Desk {...shown} phone={false} /></div>;
  return (
    <div class="phone"><Head {...shown} /><main class="board">{log ? <Log {...shown} closable={false} /> : <div class="pictured"><Players {...shown} /><GamePicture {...shown} /></div>}</main><div class="low">{model.past ? <Scrubber {...shown} /> : null}<Desk {...shown} phone /></div>
      <nav class="tabs two" aria-label={t("views")}>{([["auction", "home", t("table")], ["log", "log", `${t("log")} · ${t("chat")}`]] as const).map(([id, glyph, label]) => <button type="button" key={id} class={(id === "log") === log ? "on" : ""} aria-current={(id === "log") === log ? "page" : undefined} data-tab={id} onClick={() => control.store.set({ tab: id, sheet: false })}><Glyph name={glyph} /><span>{label}</span></button>)}</nav></div>
  );
}

function Phone(shown: Shown) {
  const { control, model, table } = shown, open = counts(table), viewer = table.view.viewer;
  const rivals = open.villages.reduce((sum, number, seat) => sum + (seat === viewer ? 0 : number), 0);
  const tabs: [Tab, "auction" | "home" | "people" | "log", string, number][] = [["auction", "auction", t("auction"), open.auction], ["village", "home", t("village"), open.villages[viewer] ?? 0], ["rivals", "people", t("rivals"), rivals], ["log", "log", `${t("log")} · ${t("chat")}`, model.unread]];
  return (
    <div class="phone">
      <Head {...shown} />
      <main class="board">
        {model.tab === "auction" ? <Auction {...shown} size={0} /> : model.tab === "village" ? <Village {...shown} phone /> : model.tab === "rivals" ? <Rivals {...shown} /> : <Log {...shown} closable={false} />}
      </main>
      <div class="low">{model.past ? <Scrubber {...shown} /> : null}<Desk {...shown} phone /></div>
      <nav class="tabs" aria-label={t("views")}>{tabs.map(([id, glyph, label, number]) => (
        <button type="button" key={id} class={id === model.tab ? "on" : ""} aria-current={id === model.tab ? "page" : undefined} data-tab={id}
          onClick={() => (scrollTo(0, 0), id === "log" ? control.openChat(model.unread ? "chat" : model.drawer) : undefined, control.store.set({ tab: id, sheet: false, ...(id === "village" ? { looked: null } : {}) }))}><Glyph name={glyph} /><span>{label}</span>
          {number ? <em><span aria-hidden="true">{number}</span><span class="sr">{t(id === "log" ? "unread" : "places", { n: number })}</span></em> : null}</button>))}</nav>
    </div>
  );
}

/** The links that one may give away: all of them where the table was opened here, otherwise your own and the one for spectators. */
function Invite({ control, table }: Shown) {
  const { viewer, players } = table.view, signs = signsOf(table), all = invitation(table.table);
  const links = table.seats.map((_, n) => (n === viewer ? control.link : all[n] ?? null)).flatMap((link, seat) => (link ? [{ link, seat }] : []));
  return (
    <Dialog title={t("invite")} close={() => control.store.set({ inviting: false })}>
      <p class="soft">{t(links.length > 1 ? "linksHint" : viewer >= 0 ? "inviteOwn" : "inviteWatch")}</p>
      <ol class="links">{links.map(({ link, seat }) => <Link key={seat} label={players[seat]!} seat={seat} letter={signs[seat]!} link={link} />)}<Link label={t("watch")} seat={null} letter="" link={`/t/${table.table}`} /></ol>
    </Dialog>
  );
}

const Keys = ({ control }: { control: Control }) => <Dialog title={t("keysTitle")} close={() => control.store.set({ keys: false })}><Lines text={t("keysText")} /></Dialog>;

/** Hover on a choice lights its place, and hover on a place lights its choice. */
function useLights(): void {
  useEffect(() => {
    const light = (event: Event) => {
      const hit = (event.target as Element).closest?.("[data-lights], [data-place], [data-meadow]");
      const key = hit?.getAttribute("data-lights") || hit?.getAttribute("data-place") || hit?.getAttribute("data-meadow") || "";
      document.querySelectorAll(".lit").forEach((one) => one.classList.remove("lit"));
      if (!key) return;
      const name = CSS.escape(key);
      document.querySelectorAll(`[data-place="${name}"], [data-meadow="${name}"], .pick[data-lights="${name}"]`).forEach((one) => one.classList.add("lit"));
    };
    document.addEventListener("mouseover", light);
    document.addEventListener("focusin", light);
    return () => { document.removeEventListener("mouseover", light); document.removeEventListener("focusin", light); };
  }, []);
}

/** Reading without choosing: a peek after a short hover, or a long press. */
function usePeek(control: Control): void {
  useEffect(() => {
    let timer = 0, pressed = 0, at = "";
    const where = (event: PointerEvent) => `${event.clientX} ${event.clientY}`;
    const moved = (event: PointerEvent) => { at = where(event); };
    const over = (event: PointerEvent) => {
      if (event.pointerType !== "mouse" || where(event) === at) return; // the page moved, not the pointer
      clearTimeout(timer);
      const place = cardAt(event.target as Element), { pick, card, score } = control.model;
      const peeked = card !== null && peeking === JSON.stringify(card);
      if (!place) { if (peeked && !(event.target as Element).closest(".desk")) { timer = window.setTimeout(() => { if (peeking) control.store.set({ card: null }); peeking = ""; }, 400); } return; }
      if (pick.key || score !== null || control.decision?.kind !== "turn" && control.decision || (card && !peeked)) return;
      timer = window.setTimeout(() => { peeking = JSON.stringify(place); control.store.set({ card: place }); }, 120);
    };
    const down = (event: PointerEvent) => {
      peeking = "";
      if (event.pointerType === "mouse") return;
      const place = cardAt(event.target as Element);
      if (place) pressed = window.setTimeout(() => control.read(place), 500);
    };
    const up = () => clearTimeout(pressed);
    document.addEventListener("pointerover", over);
    document.addEventListener("pointermove", moved);
    document.addEventListener("pointerdown", down);
    for (const name of ["pointerup", "pointercancel", "pointermove"]) document.addEventListener(name, up);
    return () => { document.removeEventListener("pointerover", over); document.removeEventListener("pointermove", moved); document.removeEventListener("pointerdown", down); for (const name of ["pointerup", "pointercancel", "pointermove"]) document.removeEventListener(name, up); };
  }, []);
}
let peeking = "";

/** What screen readers say: events politely, your turn once. */
function Spoken({ model, table }: Shown) {
  const [turn, setTurn] = useState("");
  useEffect(() => setTurn(table.decision ? t("yourTurn") : ""), [table.decision?.id, model.tongue]);
  return <><div class="sr" role="status" aria-live="polite">{(model.past ? model.past.entries[model.past.ply] : model.known?.history.at(-1))?.words.join(" ") ?? ""}</div><div class="sr" aria-live="assertive">{turn}</div></>;
}

export function App({ control }: { control: Control }) {
  const model = useStore(control.store);
  const [wide, setWide] = useState(innerWidth);
  useLights();
  usePeek(control);
  useEffect(() => { const look = () => setWide(innerWidth); addEventListener("resize", look); return () => removeEventListener("resize", look); }, []);
  useEffect(() => { const begin = (event: PointerEvent) => { if (control.model.menu && !(event.target as Element).closest(".menu, [aria-expanded]")) control.store.set({ menu: false }); drag(event, control); }; document.addEventListener("pointerdown", begin); return () => document.removeEventListener("pointerdown", begin); }, []);
  if (model.gone) return <div class="nowhere"><h1>{t("title")}</h1><p role="alert">{model.gone}</p><a class="button main" href="/">{t("toLobby")}</a></div>;
  const { known, rules } = model;
  if (!known || !rules) return <p class="waiting" role="status">{model.waiting || t("connecting")}</p>;
  const shown: Shown = { control, model, table: model.past?.table ?? known.table, rules };
  const dialogs = <>{model.keys ? <Keys control={control} /> : null}{model.rulesOpen ? <RulesDialog at={model.rulesAt} close={() => control.store.set({ rulesOpen: false })} /> : null}{model.inviting ? <Invite {...shown} /> : null}</>;
  if (!model.past && known.table.view.deciding.length === 0) return <div class="table end"><Head {...shown} /><Final {...shown} />{dialogs}<Spoken {...shown} /></div>;
  return <>
    {known.table.scene.svg ? <Pictured {...shown} wide={wide >= PHONE} /> : wide < PHONE ? <Phone {...shown} /> : <div class={`table ${model.log ? "with-log" : ""}`}><Head {...shown} />{model.log ? <Log {...shown} closable /> : null}<Board {...shown} /><Desk {...shown} phone={false} /></div>}
    {dialogs}<Toast {...shown} /><Spoken {...shown} />
  </>;
}
