// What clicks, keys and messages do: the only place that changes the model.
import { atHome, choicesAt, kept, laying, moving, NOTHING, onlyAction, onlyEnding, passing, picked, wayTo } from "./choosing";
import { forgotten as forgottenTable, remembered as rememberedTable } from "./tables";
import { EMPTY, Store, wish, type Card, type Model } from "./model";
import { allowed, call, chime } from "./turn";
import { guided } from "./guide";
import { PHONE } from "./layout";
import { Motion } from "./motion";
import { heard as heardOf } from "./chat";
import { Known, type Remark, type Choice, type Decision, type MomentMessage, type Rules, type Table, type Told } from "./protocol";
import { Connection } from "./socket";
import { preferred, remember, remembered, speak, t } from "./text";

const PATIENCE = 1500;
const PLAIN: Rules = { tiles: {}, goods: {}, pieces: {}, words: {} };

export class Control {
  readonly store: Store<Model>;
  private readonly connection: Connection;
  /** The link of your seat, or of a spectator. */
  readonly link = location.pathname + location.hash;
  private ready: Promise<void> = Promise.resolve();
  private heardKnown: Known | null = null;
  private fetched = "";
  private timer = 0;

  constructor(id: string, private readonly token: string) {
    this.store = new Store<Model>({ ...EMPTY, guided: guided(id), auto: wish("auto") === "yes", log: wish("log") === "open", letters: wish("letters") !== "no", muted: wish(`muted.${id}`).split(" ").filter(Boolean).map(Number), sound: wish("sound") === "yes", notify: wish("notify") === "yes" });
    this.connection = new Connection(id, token, () => ({ language: remembered(this.link) || null, accept: preferred() }),
      (message) => void this.heard(message), (on) => this.connectedNow(on), () => this.heardKnown?.table.decision?.id ?? null);
    document.addEventListener("keydown", (event) => this.key(event));
  }

  get model(): Model { return this.store.get(); }
  /** The open question; nothing is decided while the past is shown. */
  get decision(): Decision | null { return this.model.past ? null : this.model.known?.table.decision ?? null; }

  // ------------------------------------------------------------------ messages from the server

  private connectedNow(on: boolean): void {
    const { sent } = this.model;
    this.store.set({ connected: on, sent: sent && { ...sent, kept: !on } });
  }

  private async heard(message: Told): Promise<void> {
    if (message.type === "here") { this.store.set({ here: message.seats, asking: message.asking ?? {} }); return; }
    if (message.type === "chat") { this.ready = this.ready.then(() => this.remarked(message.remarks)); return; }
    if (message.type === "wait") { this.store.set({ waiting: message.reason }); return; }
    if (message.type === "history") { this.ready = this.ready.then(() => this.pastTold(message)); return; }
    if (message.type === "moment") { if (this.model.past && message.ply === this.wanted) this.store.set({ past: { ...this.model.past, open: message.open, table: momentTable(message) } }); return; }
    if (message.type === "review") { this.reviewed(message); return; }
    if (message.type === "hint") { this.store.set({ hint: message, sent: null, sheet: true, card: null }); return; }
    if (message.type === "log") { saved(message.text, `${this.model.known!.table.table}.jsonl`); return; }
    if (message.type !== "answer" && message.type !== "table" && message.type !== "change") return; // from a later version of the server
    if (message.type === "answer") { this.ready = this.ready.then(() => this.answered(message)); return; }
    if (message.time !== undefined) this.store.set({ skew: Date.now() / 1000 - message.time });
    const known = this.heardKnown = Known.read(this.heardKnown, message);
    // messages that come while pictures are fetched wait in their order
    this.ready = this.ready.then(() => this.fetchRules(known.table.rules, known.table.language)).then(() => this.told(known, message.type === "table"));
    await this.ready;
  }

  private answered(message: Extract<Told, { type: "answer" }>): void {
    if (message.to === "join") { this.store.set({ gone: message.reason ?? t("gone") }); return; }
    if (message.to === "play_on" && message.link) { location.href = message.link; return; }
    if (message.to === "chat") { this.store.set({ chatProblem: message.outcome === "stored" ? "" : message.reason ?? "" }); return; }
    if (message.link) this.movedTo(message.link, message.outcome === "stored");
    if (message.to === "review" && message.reason) { this.store.set({ problem: message.reason }); return; }
    if (message.id !== undefined && message.id !== this.model.sent?.id) return;
    const problem = message.outcome === "stored" || message.code === "stale" && !message.to.includes("_") ? ""
      : message.refusals?.map((refusal) => refusal.message).join(" ") || (message.reason ?? "");
    this.store.set({ sent: null, problem });
  }

  private told(known: Known, all: boolean): void {
    const before = this.model, was = before.known?.table ?? null, now = known.table;
    const fresh = (was?.decision?.id ?? "") !== (now.decision?.id ?? "");
    if (!was && this.token) rememberedTable(this.link, now.seats[now.view.viewer]?.name ?? "", now.view.players);
    if (now.next && !was?.next && this.rematching) { location.href = `/t/${now.next}#${this.token}`; return; }
    const changes: Partial<Model> = { known, connected: true, waiting: "", tongue: now.language };
    if (fresh) {
      changes.pick = kept(was?.decision ?? null, now.decision, before.pick);
      changes.offered = [];
      changes.problem = "";
      if (now.decision) Object.assign(changes, { looked: null, tab: atHome(now.decision) ? "village" : "auction", sheet: false });
      if (changes.pick === NOTHING && before.pick !== NOTHING) changes.card = null;
    }
    const motion = was && !all ? new Motion(document.body, now.view.viewer) : null;
    this.store.set(changes);
    if (motion) requestAnimationFrame(() => motion.show(known.history.filter((entry) => entry.number > was!.ply).flatMap((entry) => entry.events ?? [])));
    call(now.scene.title ?? t("title"), now.decision !== null, fresh && was !== null && now.decision !== null, this.model);
    if (fresh) this.passForMe();
    // the past is requested again if it has become longer or shorter, or its language has changed
    if (before.past && was && (was.ply !== now.ply || was.language !== now.language)) this.connection.ask({ type: "history" });
    if (before.review && was) {
      const anew = was.ply !== now.ply, left = all && before.review.done < before.review.all;
      if (anew) this.store.set({ review: null });
      else if (was.language !== now.language || left) this.review(); // after a restart the server does not know who follows the review
    }
    if (!was && this.wanted >= 0) this.openHistory(this.wanted);
  }

  // ------------------------------------------------------------------ the past

  /** The move that is shown, or that the link asks for; -1 for the present. */
  private wanted = Number(new URLSearchParams(location.search).get("move") ?? -1);

  /** Shows the past: a move, or the last one. */
  openHistory(ply = this.model.known?.table.ply ?? 0): void {
    if (!this.connection.ready) return;
    this.stopPassing();
    this.wanted = Math.max(0, Math.floor(ply) || 0);
    this.store.set({ menu: false, problem: "" });
    this.connection.ask({ type: "history" });
  }

  private pastTold({ entries, open }: Extract<Told, { type: "history" }>): void {
    if (this.wanted < 0) return;
    this.store.set({ past: { ply: this.wanted, entries, open, table: this.model.past?.table ?? this.model.known!.table }, pick: NOTHING, card: null, score: null, looked: null, sheet: false });
    this.goTo(this.wanted);
  }

  goTo(ply: number): void {
    const past = this.model.past;
    if (!past) return;
    this.wanted = Math.min(Math.max(0, ply), past.entries.length - 1);
    this.store.set({ past: { ...past, ply: this.wanted }, problem: "" });
    if (this.connection.ready) this.connection.ask({ type: "moment", ply: this.wanted });
    history.replaceState(null, "", `${location.pathname}?move=${this.wanted}${location.hash}`);
  }

  leaveHistory(): void {
    this.wanted = -1;
    this.store.set({ past: null, card: null, score: null, looked: null, problem: "" });
    history.replaceState(null, "", this.link);
    this.passForMe();
  }

  /** A link to the moment that can be shared: without the secret of the seat. */
  momentLink(): string { return `${location.origin}${location.pathname}?move=${this.wanted}`; }

  /** Asks how good the best answers are. */
  hint(): void {
    if (this.model.past || this.model.sent || !this.decision || !this.connection.ready) return;
    this.stopPassing();
    const id = this.connection.ask({ type: "hint" });
    this.store.set({ sent: { id, what: t("hint"), kept: false }, problem: "" });
  }

  /** Asks for the review of the game; it comes in parts. */
  review(): void { if (this.connection.ready) this.connection.ask({ type: "review" }); }

  private reviewed({ id, done, all, moments, stopped = "" }: Extract<Told, { type: "review" }>): void {
    // the answer has everything that is known; what comes later is added
    const known = id === undefined ? this.model.review?.moments ?? [] : [];
    this.store.set({ review: { done, all, stopped, moments: new Map([...known, ...moments.map((moment) => [moment.ply, moment] as const)]) } });
  }

  download(): void { if (this.connection.ready) this.connection.ask({ type: "log" }); }

  playOn(): void {
    if (this.model.sent || !this.connection.ready) return;
    const id = this.connection.ask({ type: "play_on", ply: this.wanted });
    this.store.set({ sent: { id, what: t("playOn"), kept: false }, problem: "" });
  }

  // ------------------------------------------------------------------ people

  /** Whether the chat can be seen. */
  private get chatting(): boolean { const { drawer, log, tab, known } = this.model; return drawer === "chat" && (innerWidth >= PHONE ? log : tab === "log") || known?.table.view.deciding.length === 0; }

  private remarked(remarks: readonly Remark[]): void {
    const before = this.model, last = before.chat.at(-1)?.number ?? 0, fresh = remarks.filter((remark) => remark.number > last);
    const viewer = before.known?.table.view.viewer ?? -1, first = !before.chat.length && fresh.length > 1; // what was said before you came
    this.store.set({ chat: [...before.chat, ...fresh].slice(-300) });
    const news = heardOf({ ...this.model, chat: fresh }).filter((remark) => remark.event || remark.seat !== viewer);
    if (this.chatting || first || !news.length) return;
    this.store.set({ unread: before.unread + news.filter((remark) => !remark.event).length, toast: news.at(-1)! });
  }

  /** Says something; returns whether it could be sent. */
  say(said: { text: string } | { reaction: string }): boolean {
    if (!this.connection.ready) return false;
    this.connection.ask({ type: "chat", ...said });
    return true;
  }

  mute(seat: number): void {
    const { muted, known } = this.model, next = muted.includes(seat) ? muted.filter((one) => one !== seat) : [...muted, seat];
    wish(`muted.${known!.table.table}`, next.join(" "));
    this.store.set({ muted: next });
  }

  /** Shows the log or the chat in the drawer, or closes it. */
  openChat(drawer: "log" | "chat" = "chat", toggle = false): void {
    const shut = toggle && this.model.log && this.model.drawer === drawer;
    this.store.set({ drawer, log: !shut, tab: "log", sheet: false, toast: null, ...(drawer === "chat" ? { unread: 0 } : {}) });
    wish("log", this.model.log ? "open" : "shut");
  }

  /** Asks for a bot to take over a seat: that of somebody who has left, or your own. */
  takeOver(seat: number): void { this.request({ type: "take_over", seat }, t("takeOver", { name: this.model.known!.table.seats[seat]!.name })); }
  comeBack(): void { this.request({ type: "come_back" }, t("comeBack")); }

  private request(message: Parameters<Connection["ask"]>[0], what: string): void {
    if (this.model.sent || !this.connection.ready) return;
    this.store.set({ sent: { id: this.connection.ask(message), what, kept: false }, problem: "", menu: false });
  }

  /** Fetches pictures and names in a language, once. */
  private async fetchRules(key: string, language: string): Promise<void> {
    if (this.fetched === key + language) return;
    const [sprite, tiles] = await Promise.all([fetch(`/rules/${key}/sprite.${language}.svg`), fetch(`/rules/${key}/tiles.${language}.json`), speak(language)]);
    if (!sprite.ok || !tiles.ok) { this.fetched = key + language; this.store.set({ rules: PLAIN }); return; } // a game with a picture of its own
    const sheet = new DOMParser().parseFromString(await sprite.text(), "image/svg+xml").documentElement;
    const rules = await tiles.json() as Rules;
    sheet.setAttribute("class", "sprite");
    document.querySelector("body > .sprite")?.remove();
    document.body.append(document.adoptNode(sheet));
    this.fetched = key + language;
    this.store.set({ rules });
  }

  // ------------------------------------------------------------------ acting

  private rematching = false;

  play(action: string, what: string): void {
    const decision = this.decision;
    if (!decision || this.model.sent) return;
    this.stopPassing();
    const id = this.connection.ask({ type: "play", decision: decision.id, action });
    this.store.set({ sent: { id, what, kept: !this.connection.ready }, problem: "" });
  }

  undo(): void {
    if (this.model.past || !this.model.known?.table.undo || this.model.sent || !this.connection.ready) return;
    const id = this.connection.ask({ type: "undo" });
    this.store.set({ sent: { id, what: t("undo"), kept: false }, problem: "" });
  }

  rematch(): void {
    const next = this.model.known?.table.next;
    if (next) { location.href = `/t/${next}#${this.token}`; return; }
    this.rematching = true;
    const id = this.connection.ask({ type: "rematch" });
    this.store.set({ sent: { id, what: t("rematch"), kept: false } });
  }

  /** Asks for a new secret link to your seat, in case somebody else has seen the old one. */
  newLink(): void {
    if (this.model.sent || !this.connection.ready) return;
    const id = this.connection.ask({ type: "new_link" });
    this.store.set({ sent: { id, what: t("newLink"), kept: false }, problem: "", menu: false });
  }

  /** Switches to a new link; while it is unknown whether it is valid, the lobby keeps both. */
  private movedTo(link: string, sure: boolean): void {
    const table = this.model.known!.table;
    rememberedTable(link, table.seats[table.view.viewer]?.name ?? "", table.view.players);
    if (!sure) return;
    forgottenTable(this.link);
    history.replaceState(null, "", link);
    location.reload();
  }

  /** Forgets a click that waits for the connection. */
  drop(): void { this.connection.drop(); this.store.set({ sent: null }); }

  choose(choice: Choice, what = choice.label): void {
    const action = onlyAction(choice);
    if (action !== null) this.play(action, what);
    else this.store.set({ pick: { ...this.model.pick, way: wayTo(this.decision?.choices, choice) }, problem: "", sheet: true });
  }

  // ------------------------------------------------------------------ passing for somebody who can do nothing else

  private passForMe(): void {
    clearTimeout(this.timer);
    const decision = this.decision;
    if (!this.model.auto || !decision || !onlyEnding(decision)) { if (this.model.passing) this.store.set({ passing: false }); return; }
    this.store.set({ passing: true });
    this.timer = window.setTimeout(() => {
      if (!this.model.passing || this.decision?.id !== decision.id) return;
      this.store.set({ passing: false });
      this.choose(onlyEnding(decision)!);
    }, PATIENCE);
  }

  stopPassing(): void {
    clearTimeout(this.timer);
    if (this.model.passing) this.store.set({ passing: false });
  }

  setAuto(on: boolean): void {
    wish("auto", on ? "yes" : "no");
    this.store.set({ auto: on });
    if (on) this.passForMe(); else this.stopPassing();
  }

  setLetters(on: boolean): void { wish("letters", on ? "yes" : "no"); this.store.set({ letters: on }); }
  setSound(on: boolean): void { wish("sound", on ? "yes" : "no"); this.store.set({ sound: on }); if (on) chime(); }

  async setNotify(on: boolean): Promise<void> {
    const may = on && await allowed();
    wish("notify", may ? "yes" : "no");
    this.store.set({ notify: may, notifyNo: on && !may });
  }

  pass(): void {
    const choice = passing(this.decision);
    if (choice?.action) this.play(choice.action, choice.label);
  }

  // ------------------------------------------------------------------ looking

  /** A click on a place: shows it in the panel, and plays if one step is enough. */
  place(key: string): void {
    const { pick } = this.model, decision = this.decision;
    this.stopPassing();
    const target = moving(decision, pick).targets.find((choice) => choice.key === key);
    if (target && key !== pick.key) { this.choose(target); return; }
    const here = choicesAt(decision, key);
    const quick = here.find((choice) => ["pasture", "boat"].includes(choice.kind) && onlyAction(choice) !== null);
    if (quick && decision?.kind !== "turn") { this.choose(quick); return; }
    if (here.some((choice) => choice.kind === "won") && pick.key !== key) { this.store.set({ pick: picked(key), card: { kind: "tile", key }, problem: "" }); return; }
    const tile = key.split("/")[0]!;
    this.store.set({ pick: here.length || decision?.kind === "turn" ? picked(key) : decision?.kind === "build-all" ? pick : NOTHING, card: { kind: "tile", key: tile }, problem: "", sheet: true, score: null });
  }

  cell(key: string): void {
    const { pick } = this.model;
    if (pick.cell === key) { this.turn(); return; }
    const { tile } = laying(this.decision, pick);
    this.store.set({ pick: { ...pick, key: tile?.key ?? pick.key, cell: key, turned: 0 }, problem: "" });
  }

  turn(): void {
    const { pick } = this.model;
    const { cell } = laying(this.decision, pick);
    if (cell?.choices?.length) this.store.set({ pick: { ...pick, turned: (pick.turned + 1) % cell.choices.length } });
  }

  good(key: string): void { this.store.set({ pick: { ...this.model.pick, good: key } }); }
  read(card: Card): void { this.store.set({ card, sheet: true, score: null }); }

  look(seat: number | null): void {
    const own = this.model.known?.table.view.viewer;
    const looked = seat === own || seat === this.model.looked ? null : seat;
    this.store.set({ looked, tab: "village", ...(looked === null ? {} : { card: { kind: "player", seat: looked } as Card, pick: NOTHING, sheet: false }) });
  }

  toggleOffer(tile: string): void {
    const { offered } = this.model;
    this.store.set({ offered: offered.includes(tile) ? offered.filter((one) => one !== tile) : [...offered, tile] });
  }

  /** One step back: from what is open to what lies under it. */
  back(): void {
    const { pick, card, looked, score, keys, menu, passing: soon } = this.model;
    if (soon) this.stopPassing();
    else if (this.model.rulesOpen) this.store.set({ rulesOpen: false });
    else if (keys || menu) this.store.set({ keys: false, menu: false });
    else if (score !== null) this.store.set({ score: null });
    else if (pick.way.length) this.store.set({ pick: { ...pick, way: pick.way.slice(0, -1) } });
    else if (pick.cell) this.store.set({ pick: { ...pick, cell: null } });
    else if (card || pick.key) this.store.set({ card: null, pick: NOTHING, sheet: false });
    else if (looked !== null) this.store.set({ looked: null });
    else if (this.model.past) this.leaveHistory();
    else this.store.set({ problem: "", sheet: false });
  }

  language(code: string): void { remember(this.link, code); this.connection.speak(code); }

  theme(): void {
    const root = document.documentElement;
    const dark = root.dataset["theme"] ? root.dataset["theme"] === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset["theme"] = wish("theme", dark ? "light" : "dark");
  }

  toggleLog(): void { this.openChat("log", true); }

  // ------------------------------------------------------------------ keys

  private key(event: KeyboardEvent): void {
    if (this.model.keys || this.model.rulesOpen || this.model.inviting) return; // a dialog hears its own keys
    if (event.key === "Escape" && this.model.menu) { this.store.set({ menu: false }); return; } // also from its switches
    if (event.ctrlKey || event.altKey || event.metaKey || (event.target as Element).matches("input, select, textarea")) return;
    const focus = document.activeElement;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key.startsWith("Arrow")) { if (this.move(key, focus)) event.preventDefault(); return; }
    if (key.length === 1 && !this.model.letters) return;
    switch (key) {
      case "Escape": this.back(); break;
      case "i": { const card = cardAt(focus); if (card) this.read(card); break; }
      case "r": this.turn(); break;
      case "u": this.undo(); break;
      case "p": this.pass(); break;
      case "l": this.toggleLog(); break;
      case "c": this.openChat("chat", true); break;
      case "h": if (this.model.past) this.leaveHistory(); else this.openHistory(); break;
      case "[": this.goTo(this.wanted - 1); break;
      case "]": this.goTo(this.wanted + 1); break;
      case "a": this.jump(".auction [data-place]"); break;
      case "v": this.jump(".home [data-place]"); break;
      case "0": document.querySelector<HTMLElement>(".zoom button:not(.square)")?.click(); break;
      case "?": this.store.set({ keys: !this.model.keys }); break;
      default: if (/^[1-9]$/.test(key)) document.querySelectorAll<HTMLElement>(".desk [data-number]")[Number(key) - 1]?.click(); else return;
    }
  }

  private jump(where: string): void {
    const all = [...document.querySelectorAll<HTMLElement>(where)];
    (all.find((one) => one.classList.contains("open")) ?? all[0])?.focus();
  }

  /** Moves the focus to the nearest place in a direction. */
  private move(key: string, focus: Element | null): boolean {
    const group = focus?.closest("[data-arrows]");
    if (!group || !focus) return false;
    const middle = (one: Element): [number, number] => { const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
    const [x, y] = middle(focus), [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0];
    let best: HTMLElement | null = null, least = Infinity;
    for (const one of group.querySelectorAll<HTMLElement>("[tabindex='0'], button")) {
      const [a, b] = middle(one), along = (a - x) * dx! + (b - y) * dy!, across = Math.abs((a - x) * dy! + (b - y) * dx!);
      if (one !== focus && along > 2 && along + 2 * across < least) { best = one; least = along + 2 * across; }
    }
    best?.focus();
    return best !== null;
  }
}

/** A moment as a table at which nothing is asked. */
function momentTable({ type: _type, id: _id, open: _open, ...rest }: MomentMessage): Table { return { ...rest, digest: "", decision: null }; }

/** Gives the reader a text as a file. */
function saved(text: string, name: string): void {
  const link = document.createElement("a"), address = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The thing under the pointer or the focus, to be read. */
export function cardAt(element: Element | null): Card | null {
  const found = element?.closest?.("[data-piece], [data-place], [data-seat]:not([data-kind])");
  if (!found) return null;
  const [piece, place, seat] = ["data-piece", "data-place", "data-seat"].map((name) => found.getAttribute(name));
  if (piece) return { kind: "piece", key: piece, of: found.getAttribute("data-kind-of") ?? "" };
  return place ? { kind: "tile", key: place.split("/")[0]! } : { kind: "player", seat: Number(seat) };
}
