// The lobby: who plays, with what, the links, and the tables of this browser.
import { useEffect, useState } from "preact/hooks";
import { Languages } from "./app";
import { guide } from "./guide";
import { letters } from "./layout";
import { copied, Link } from "./links";
import { Glyph, Seal } from "./pictures";
import { NO_CLOCK, settingsLink, settingsOf, type ClockWish, type Seated } from "./settings";
import { RulesDialog } from "./rules";
import { invited, tables } from "./tables";
import { LANGUAGES, known, remember, speak, spoken, t } from "./text";

const TITLED = ["easy", "steady", "strong", "steward", "greedy", "random"] as const;
const MOVE = [0, 30, 60, 120, 300, 600, 3600, 86_400, 259_200], GAME = [0, 600, 1200, 1800, 3600, 7200, 604_800];
const NAMES = ["Ann", "Bob", "Cid", "Dora", "Emil", "Fay"];
interface Bot { name: string; wait: number }
interface Expansion { name: string; title: string; variants: { name: string; title: string; words: string }[] }
/** What is played here: its title in our language, how many play, its usual bot and languages, and whether the client knows it well. */
interface Played { title: string; least: number; most: number; bot: string; languages: string[]; known: boolean }
interface Opened { error?: string; table: string; spectator: string; seats: { name: string; bot: string; link: string | null }[] }

function called(bot: Bot): string {
  const titled = TITLED.find((name) => name === bot.name), name = titled ? t(titled) : bot.name;
  return bot.wait ? t("level", { name, seconds: bot.wait.toLocaleString(spoken(), { maximumSignificantDigits: 1 }) }) : t("bot", { name });
}

/** The name of an expansion or variant: ours if we have one in this language, else its own. */
const titled = (name: string, title: string): string => { const key = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()); return known(key) ?? title; };

/** A length of time in the largest whole unit. */
function lasting(seconds: number): string {
  const [unit, size] = ([["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1]] as const).find(([, one]) => seconds % one === 0)!;
  return new Intl.NumberFormat(spoken(), { style: "unit", unit, unitDisplay: "long" }).format(seconds / size);
}

/** The seats after one of them has moved, if there is such a place. */
function moved(seats: Seated[], from: number, to: number): Seated[] {
  const next = [...seats], [seat] = next.splice(from, 1);
  if (!seat || to < 0 || to > next.length) return seats;
  next.splice(to, 0, seat);
  return next;
}

export function Lobby() {
  const [, drawAgain] = useState(0);
  const [asked] = useState(() => settingsOf(location.search));
  const [seats, setSeats] = useState<Seated[]>(asked?.seats ?? [{ name: "Ann", kind: "" }, { name: "Bob", kind: "steady" }, { name: "Cid", kind: "easy" }]);
  const [wishes, setWishes] = useState<readonly string[]>(asked?.wishes ?? []);
  const [all, setAll] = useState<Expansion[]>([]), [shared, setShared] = useState(false), [rules, setRules] = useState(false);
  const [game, setGame] = useState<Played>({ title: "", least: 2, most: 6, bot: "", languages: Object.keys(LANGUAGES), known: false });
  useEffect(() => { void fetch("/api/game", { headers: { "x-language": spoken() } }).then(async (answer) => { if (answer.ok) { const told = await answer.json() as Played; document.title = told.title; setGame(told); } }).catch(() => { /* then as it is */ }); }, [spoken()]);
  const [clock, setClock] = useState<ClockWish>(asked?.clock ?? NO_CLOCK), [hook, setHook] = useState(""), [hooks, setHooks] = useState(false);
  useEffect(() => { void fetch("/api/server").then(async (answer) => { if (answer.ok) setHooks((await answer.json() as { webhooks: boolean }).webhooks); }).catch(() => { /* then without */ }); }, []);
  const [dragged, setDragged] = useState<number | null>(null);
  const [tongue, setTongue] = useState(asked?.tongue ?? ""), [problem, setProblem] = useState(""), [opened, setOpened] = useState<Opened | null>(null), [busy, setBusy] = useState(false);
  const [bots, setBots] = useState<Bot[]>(TITLED.map((name) => ({ name, wait: 0 })));
  useEffect(() => { void fetch("/api/expansions", { headers: { "x-language": spoken() } }).then(async (answer) => { if (answer.ok) setAll(await answer.json() as Expansion[]); }).catch(() => { /* then the base game alone */ }); }, [spoken()]);
  const played = all.filter((one, n) => n && wishes.includes(one.name)).map((one) => one.name);
  const asking = new URLSearchParams(played.map((name) => ["expansion", name])).toString();
  useEffect(() => { void fetch(`/api/bots?${asking}`).then(async (answer) => { if (answer.ok) setBots(await answer.json() as Bot[]); }).catch(() => { /* the names alone will do */ }); }, [asking]);
  /** Who plays on a seat: the bot that was chosen, or the usual one where there is no such bot. */
  const kindOf = ({ kind }: Seated): string => (!kind || bots.some((bot) => bot.name === kind) ? kind : game.bot);
  const alone = seats.filter((seat) => !seat.kind).length === 1;
  const signs = letters(seats.map((seat) => seat.name || "?"));
  const change = (number: number, changes: Partial<{ name: string; kind: string }>) => setSeats(seats.map((seat, n) => (n === number ? { ...seat, ...changes } : seat)));
  const learn = async (): Promise<void> => {
    const data = await posted({ players: [{ name: "Ann" }, { name: "Bob", bot: "easy" }], guided: true, language: "" });
    if (data) { guide(data.table); location.href = data.seats[0]!.link!; }
  };
  const posted = async (body: object): Promise<Opened | null> => {
    setBusy(true);
    setProblem("");
    try {
      const answer = await fetch("/api/tables", { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json", "x-language": spoken() } });
      const data = await answer.json() as Opened;
      if (answer.ok) return data;
      setProblem(data.error ?? answer.statusText);
    } catch { setProblem(t("lost")); } finally { setBusy(false); }
    return null;
  };
  const open = async (): Promise<void> => {
    const variants = all.flatMap((one, n) => (n && !played.includes(one.name) ? [] : one.variants)).map((one) => one.name).filter((name) => wishes.includes(name));
    const body = { players: seats.map((seat) => (seat.kind ? { name: seat.name, bot: kindOf(seat) } : { name: seat.name })), expansions: played, variants, language: tongue, ...(wishes.includes("hints") && alone ? { hints: true } : {}), ...(clock.move || clock.game ? { clock } : {}), ...(hook.trim() ? { webhook: hook.trim() } : {}) };
    const data = await posted(body);
    if (data) { invited(data.table, data.seats.map((seat) => seat.link)); setOpened(data); }
  };
  const tick = (name: string, label: string, hint = "", off = false) => <label key={name} class={`tick ${wishes.includes(name) && !off ? "on" : ""}`} title={hint}><input type="checkbox" name={name} disabled={off} checked={wishes.includes(name) && !off} onChange={(event) => setWishes(event.currentTarget.checked ? [...wishes, name] : wishes.filter((one) => one !== name))} />{label}</label>;
  const move = (from: number, to: number) => setSeats(moved(seats, from, to));
  /** A seat goes along with the pointer, a mouse or a finger, from row to row. */
  const dragSeat = (event: PointerEvent, from: number): void => {
    const rows = [...(event.currentTarget as Element).closest("ol")!.children];
    let at = from;
    const along = ({ clientY }: PointerEvent) => {
      const found = rows.findIndex((row) => clientY < row.getBoundingClientRect().bottom), to = found < 0 ? rows.length - 1 : found;
      if (to === at) return;
      const was = at;
      setSeats((seats) => moved(seats, was, to));
      setDragged(at = to);
    };
    const end = () => { setDragged(null); removeEventListener("pointermove", along); for (const name of ["pointerup", "pointercancel"] as const) removeEventListener(name, end); };
    setDragged(from);
    addEventListener("pointermove", along);
    for (const name of ["pointerup", "pointercancel"] as const) addEventListener(name, end);
  };
  const old = tables();
  return (
    <div class="lobby">
      <header class="head"><h1><span>{game.title}</span></h1><span class="fill" />{game.known ? <button type="button" class="quiet" onClick={() => setRules(true)}>{t("rules")}</button> : null}<Languages choose={(code) => { remember("", code); void speak(code).then(() => drawAgain((n) => n + 1)); }} /></header>
      <main>
        {opened ? (
          <section class="paper open-table"><h2>{t("links")}</h2><p class="soft">{t("linksHint")}</p>
            <ol class="links">{opened.seats.map((seat, n) => (seat.link
              ? <Link key={n} label={seat.name} seat={n} letter={letters(opened.seats.map((one) => one.name))[n]!} link={seat.link} verb={t("sit")} />
              : <li key={n}><Seal seat={n} letter={letters(opened.seats.map((one) => one.name))[n]!} /><div><b>{seat.name}</b><span class="note">{t("botReady")}</span></div></li>))}
              <Link label={t("watch")} seat={null} letter="" link={opened.spectator} verb={t("look")} /></ol>
            <button type="button" class="quiet" onClick={() => setOpened(null)}>{t("back")}</button></section>
        ) : (
          <form class="paper open-table" onSubmit={(event) => { event.preventDefault(); void open(); }}><h2>{t("lobby")}</h2>
            <ol class="seats">{seats.map((seat, n) => (
              <li key={n} class={dragged === n ? "dragged" : ""}>
                <button type="button" class="handle" aria-label={t("moveSeat", { name: seat.name })} title={t("moveSeat", { name: seat.name })} onPointerDown={(event) => dragSeat(event, n)} onKeyDown={(event) => { const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]; if (by) { event.preventDefault(); move(n, n + by); (event.currentTarget.closest("ol")?.children[n + by]?.querySelector(".handle") as HTMLElement | null)?.focus(); } }}><Glyph name="grip" /><Seal seat={n} letter={signs[n]!} /></button><input value={seat.name} maxLength={40} required aria-label={t("seat", { n: n + 1 })} onInput={(event) => change(n, { name: event.currentTarget.value })} />
                <select aria-label={t("player", { n: n + 1 })} value={kindOf(seat)} onChange={(event) => change(n, { kind: event.currentTarget.value })}><option value="">{t("person")}</option>{bots.map((bot) => <option key={bot.name} value={bot.name}>{called(bot)}</option>)}</select>
                {seats.length > game.least ? <button type="button" class="quiet square" aria-label={`${t("removeSeat")}: ${seat.name}`} onClick={() => setSeats(seats.filter((_, m) => m !== n))}><Glyph name="close" /></button> : <span />}</li>))}</ol>
            {seats.length < game.most ? <button type="button" class="quiet add" onClick={() => setSeats([...seats, { name: NAMES.find((name) => !seats.some((seat) => seat.name === name)) ?? "", kind: "steady" }])}><Glyph name="plus" />{t("addSeat")}</button> : null}
            <div class="choices">{all.slice(1).map((one) => tick(one.name, titled(one.name, one.title)))}{all.flatMap((one, n) => one.variants.map((variant) => tick(variant.name, titled(variant.name, variant.title), variant.words, n > 0 && !wishes.includes(one.name))))}{game.known ? tick("hints", t("hints"), t("hintsHint"), !alone) : null}</div>
            <label class="tongue">{t("tableLanguage")}<select id="tongue" value={tongue} onChange={(event) => setTongue(event.currentTarget.value)}><option value="">{t("eachOwn")}</option>{Object.entries(LANGUAGES).filter(([code]) => game.languages.includes(code)).map(([code, name]) => <option key={code} value={code} lang={code}>{name}</option>)}</select></label>
            <fieldset class="clock-wish"><legend>{t("clocks")}</legend>
              {([["move", MOVE], ["game", GAME]] as const).map(([key, times]) => <label key={key}>{t(key === "move" ? "clockMove" : "clockGame")}<select name={`clock-${key}`} value={clock[key]} onChange={(event) => setClock({ ...clock, [key]: Number(event.currentTarget.value) })}>{[...new Set([...times, clock[key]])].sort((a, b) => a - b).map((seconds) => <option key={seconds} value={seconds}>{seconds ? lasting(seconds) : t("noClock")}</option>)}</select></label>)}
              <label>{t("clockZero")}<select name="clock-zero" disabled={!clock.move && !clock.game} value={clock.zero} onChange={(event) => setClock({ ...clock, zero: event.currentTarget.value as ClockWish["zero"] })}><option value="nothing">{t("zeroNothing")}</option><option value="bot">{t("zeroBot")}</option></select></label></fieldset>
            {hooks ? <label class="hook">{t("webhook")}<input type="url" name="webhook" value={hook} maxLength={500} placeholder="https://" title={t("webhookHint")} onInput={(event) => setHook(event.currentTarget.value)} /><span class="note">{t("webhookHint")}</span></label> : null}
            {problem ? <p class="problem" role="alert">{problem}</p> : null}
            <div class="foot"><span class="note">{t("lobbyHint")}</span><button type="button" class="quiet share" onClick={() => void copied(location.origin + settingsLink({ seats: seats.map((seat) => ({ ...seat, kind: kindOf(seat) })), wishes: [...wishes], tongue, clock })).then(setShared)}><Glyph name={shared ? "check" : "link"} />{t(shared ? "copied" : "shareSettings")}</button><button type="submit" class="main" disabled={busy}>{t("open")}</button></div></form>
        )}
        {!opened && game.known ? <section class={`paper learn ${old.length ? "" : "first"}`}><div><h2>{t("learn")}</h2><p class="soft">{t("learnHint")}</p></div><button type="button" data-do="learn" disabled={busy} onClick={() => void learn()}><Glyph name="book" />{t("learnBegin")}</button></section> : null}
        {old.length ? <section class="paper"><h2>{t("yourTables")}</h2><ul class="tables">{old.map((one) => <li key={one.link}><div><b>{one.players?.join(", ") ?? one.name}</b><span>{`${one.name} · ${new Date(one.when).toLocaleString(spoken())}`}</span></div><a class="button" href={one.link}>{t("sit")}</a></li>)}</ul></section> : null}
      </main>{rules ? <RulesDialog close={() => setRules(false)} /> : null}
    </div>
  );
}
