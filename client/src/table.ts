// The table: shows what the viewer may know, and turns clicks into answers.
import { button, h, s } from "./dom";
import { drag } from "./drag";
import { callPieces, HEX, inWords, lot as drawLot, pieces, place, tile as drawTile, village as drawVillage, type Ghost, type Marks } from "./draw";
import { keep } from "./lobby";
import { Motion } from "./motion";
import { total, type Choice, type Entry, type Laid, type Pasture, type Refusal, type Rules, type Table, type Told } from "./protocol";
import { Connection } from "./socket";
import { LANGUAGES, preferred, remember, remembered, seasonName, speak, spoken, t } from "./text";

const WIDE = 760;
const PLACES = ["origin", "tile"];

export class TableView {
  private readonly connection: Connection;
  private table: Table | null = null;
  private rules: Rules | null = null;
  private ready: Promise<void> = Promise.resolve();
  private fetched = "";
  private readonly link = location.pathname + location.hash;
  private here: boolean[] = [];
  private history: Entry[] = [];
  private way: Choice[] = [];
  private turned = 0;
  private offered = new Set<string>();
  private note: { title: string; lines: string[]; about: string[] } | null = null;
  private problem = "";
  private connected = false;
  private folded = new Map<number, boolean>();
  private readonly head = h("header");
  private readonly board = h("main", { id: "board" });
  private readonly aside = h("aside");
  private readonly dock = h("section", { class: "dock" });
  private readonly live = h("div", { class: "sr", role: "status", "aria-live": "polite" });

  constructor(private readonly root: HTMLElement, id: string, private readonly token: string) {
    root.replaceChildren(this.head, h("div", { class: "columns" }, this.board, this.aside), this.dock, this.live);
    this.board.append(h("p", { class: "waiting" }, t("connecting")));
    this.connection = new Connection(id, token, () => ({ language: remembered(this.link) || null, accept: preferred() }), (message) => void this.heard(message), (on) => { this.connected = on; this.drawHead(); });
    document.addEventListener("keydown", (event) => this.key(event));
    this.board.addEventListener("pointerdown", (event) => drag(event, this.board, this.table?.decision?.choices ?? [], (target, way) => this.choose(target, way)));
  }

  // ------------------------------------------------------------------ what the server tells

  private async heard(message: Told): Promise<void> {
    if (message.type === "here") { this.here = message.seats; this.drawHead(); return; }
    if (message.type === "refused") {
      if (message.to === "join") { this.board.replaceChildren(h("p", { class: "problem", role: "alert" }, `${t("gone")} ${message.reason}`)); return; }
      if (message.to === "why") this.note?.lines.push(...message.refusals.map((refusal) => `${t("why")} ${said(refusal)}`));
      else if (message.code !== "stale") this.problem = message.refusals.length ? message.refusals.map(said).join(" ") : message.reason;
      this.drawDock();
      return;
    }
    this.ready = this.ready.then(() => this.fetchRules(message.rules, message.language)); // messages that come meanwhile wait in their order
    await this.ready;
    const first = this.table === null;
    const asked = this.table?.decision?.id;
    this.table = message;
    if (first && this.token) keep(this.link, message.seats[message.view.viewer]?.name ?? "");
    const from = message.type === "rollback" ? message.ply - message.entries.length : Infinity;
    const told = Math.min(from, (message.entries[0]?.number ?? Infinity) - 1); // what is told again is told in another language
    this.history = [...this.history.filter((entry) => entry.number <= told), ...message.entries].slice(-80);
    if (message.decision?.id !== asked) { this.way = []; this.turned = 0; this.offered.clear(); }
    else this.retrace(); // somebody else acted at the same time: what is half chosen stays
    this.note = null; this.problem = "";
    this.descend();
    const motion = first ? null : new Motion(this.root, message.view.viewer, this.rules!);
    this.draw();
    motion?.show(message.entries.flatMap((entry) => entry.entry?.events ?? []));
    if (message.decision && message.decision.id !== asked && this.atHome()) this.board.querySelector(".own")?.scrollIntoView({ block: "nearest" });
    this.live.textContent = message.entries.flatMap((entry) => entry.words).join(" ");
  }

  /** Fetches pictures and names in a language, once. */
  private async fetchRules(key: string, language: string): Promise<void> {
    if (this.fetched === key + language) return;
    const [sprite, tiles] = await Promise.all([fetch(`/rules/${key}/sprite.${language}.svg`), fetch(`/rules/${key}/tiles.${language}.json`), speak(language)]);
    const sheet = new DOMParser().parseFromString(await sprite.text(), "image/svg+xml").documentElement;
    this.rules = await tiles.json() as Rules;
    callPieces(this.rules.pieces);
    sheet.setAttribute("class", "sprite");
    document.querySelector(".sprite")?.remove();
    document.body.append(document.adoptNode(sheet));
    this.aside.setAttribute("aria-label", t("news"));
    this.dock.setAttribute("aria-label", t("hand"));
    this.fetched = key + language;
  }

  // ------------------------------------------------------------------ choosing

  private get level(): Choice[] {
    const last = this.way[this.way.length - 1];
    return last ? last.choices ?? [] : this.table?.decision?.choices ?? [];
  }

  /** Finds the way again in the choices that were told anew. */
  private retrace(): void {
    const steps = this.way;
    this.way = [];
    for (const step of steps) {
      const again = this.among(this.level, step.key, [step.kind, ...PLACES.filter((kind) => PLACES.includes(step.kind) && kind !== step.kind)]);
      if (!again) return;
      this.way.push(again);
    }
  }

  /** Goes on by itself where there is nothing to choose. */
  private descend(): void {
    for (;;) {
      const [only, ...more] = this.level;
      if (!only || more.length || !only.choices || !["won", "good"].includes(only.kind)) return;
      this.way.push(only);
    }
  }

  private choose(choice: Choice, way: Choice[]): void {
    this.problem = "";
    this.note = null;
    if (choice.action) { this.play(choice.action); return; }
    const [only, ...more] = choice.choices ?? [];
    if (choice.kind === "pasture" && only?.action && !more.length) { this.play(only.action); return; }
    this.way = [...way, choice];
    this.turned = 0;
    this.descend();
    this.draw();
  }

  private play(action: string): void {
    const decision = this.table?.decision;
    if (decision) this.connection.say({ type: "play", decision: decision.id, action });
  }

  private stepBack(): void {
    if (!this.way.length && !this.note) return;
    this.note = null;
    this.way.pop();
    while (this.way.length && (this.way[this.way.length - 1]?.choices ?? []).length === 1) this.way.pop();
    this.draw();
  }

  /** Finds what a place means now: at this step, or from the beginning. */
  private meaning(key: string, kinds: readonly string[]): { choice: Choice; way: Choice[] } | null {
    const here = this.among(this.level, key, kinds);
    if (here) return { choice: here, way: this.way };
    const root = this.among(this.table?.decision?.choices ?? [], key, kinds);
    return root ? { choice: root, way: [] } : null;
  }

  /** What can be chosen at a place; if that is several things, such as moving its goods and upgrading it, all of them. */
  private among(choices: readonly Choice[], key: string, kinds: readonly string[]): Choice | null {
    const found = choices.filter((choice) => choice.key === key && kinds.includes(choice.kind));
    const [first, ...more] = found;
    if (!first || !more.length || !found.every((choice) => choice.choices)) return first ?? null;
    return { ...first, choices: found.flatMap((choice) => choice.choices ?? []) };
  }

  private marks(key: string, kinds: readonly string[], label: string, cls: string): Marks {
    const meaning = this.meaning(key, kinds);
    const selected = this.way.some((choice) => choice.key === key && kinds.includes(choice.kind));
    const result = meaning?.choice.result ? `, ${meaning.choice.result}` : "";
    return {
      cls, key: `place:${key}`, label: label + result, open: meaning !== null, selected,
      pick: meaning ? () => this.choose(meaning.choice, meaning.way) : this.rules?.tiles[key] ? () => this.explain(key) : undefined,
    };
  }

  /** Says what a tile does, and why nothing can be done with it now. */
  private explain(name: string): void {
    const data = this.rules?.tiles[name];
    if (!data) return;
    const why = (this.table?.decision?.blocked ?? []).filter((choice) => choice.key === name);
    this.note = { title: data.title, lines: why.map((choice) => `${t(choice.result === "bid" ? "cannotBid" : "cannotUse")}: ${(choice.why ?? []).map(said).join("; ")}`), about: about(data) };
    const probe = why.length ? "" : this.probe(name, data.kind);
    if (probe) this.connection.say({ type: "why", action: probe });
    else if (!this.table?.decision && this.table?.view.deciding.length) this.note.lines.push(this.status());
    this.way = [];
    this.draw();
  }

  /** The action that somebody has in mind who clicks a tile for which nothing is listed. */
  private probe(name: string, kind: string): string {
    const decision = this.table?.decision?.kind;
    if (decision === "take-boat") return kind === "boat" ? `take ${name}` : "";
    const own = this.table?.view.state.seats[this.table.view.viewer]?.village.tiles.some((laid) => laid.name === name);
    return decision === "haul" && own ? `upgrade ${name}` : "";
  }

  private key(event: KeyboardEvent): void {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") this.stepBack();
    else if (event.key === "r" || event.key === "R") this.turn();
    else if ((event.key === "u" || event.key === "U") && this.table?.undo) this.connection.say({ type: "undo" });
  }

  private turn(): void {
    if (this.level[0]?.kind !== "rotation") return;
    this.turned = (this.turned + 1) % this.level.length;
    this.draw();
  }

  // ------------------------------------------------------------------ drawing

  private draw(): void {
    const focus = document.activeElement?.getAttribute("data-key");
    this.drawHead();
    this.drawBoard();
    this.drawLog();
    this.drawDock();
    if (focus) this.root.querySelector<HTMLElement>(`[data-key="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
  }

  private name(seat: number): string { return this.table?.view.players[seat] ?? ""; }
  private title(tile: string): string { return this.rules?.tiles[tile]?.title ?? tile; }

  private status(): string {
    const { view, decision, notice } = this.table!;
    if (notice) return notice;
    if (view.deciding.length === 0) return t("over", { names: this.winners().join(", ") });
    const waiting = view.deciding.filter((seat) => seat !== view.viewer).map((seat) => this.name(seat));
    return decision ? t("yourTurn") : t("turnOf", { names: waiting.join(", "), n: waiting.length });
  }

  private drawHead(): void {
    const table = this.table;
    if (!table) return;
    const { view } = table;
    const dark = (document.documentElement.dataset["theme"] ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "")) === "dark";
    this.head.replaceChildren(
      h("h1", {}, s("svg", { viewBox: "-14 -14 28 28", "aria-hidden": "true" }, s("use", { href: `#kf-season-${view.state.season}` })), seasonName(view.state.season)),
      h("p", { class: table.decision ? "status yours" : "status" }, this.status()),
      ...(this.connected ? [] : [h("p", { class: "problem", role: "alert" }, t("lost"))]),
      h("span", { class: "bag" }, t("bag", { n: total(view.state.bag) })),
      this.languages(),
      button("◐", () => this.theme(dark ? "light" : "dark"), { class: "quiet icon", "aria-label": t(dark ? "light" : "dark"), title: t(dark ? "light" : "dark"), "data-key": "theme" }),
      h("p", { class: "latest" }, this.history[this.history.length - 1]?.words[0] ?? ""));
    document.title = `${table.decision ? "● " : ""}${t("title")}: ${seasonName(view.state.season)}`;
  }

  private languages(): HTMLElement {
    const list = h("select", { "aria-label": t("language"), "data-key": "language" },
      ...Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, lang: code, selected: code === spoken() }, name)));
    list.addEventListener("change", () => { remember(this.link, list.value); this.connection.say({ type: "speak", language: list.value }); });
    return list;
  }

  private theme(name: string): void {
    document.documentElement.dataset["theme"] = name;
    try { localStorage.setItem("keyflower.theme", name); } catch { /* private windows keep nothing */ }
    this.drawHead();
  }

  private winners(): string[] {
    const totals = (this.table?.scores ?? []).map((sheet) => sheet?.total ?? -1);
    const best = Math.max(...totals);
    const ended = this.history.flatMap((entry) => entry.entry?.events ?? []).find((event) => event.tag === "game-ended");
    return (ended?.winners ?? totals.flatMap((points, seat) => (points === best ? [seat] : []))).map((seat) => this.name(seat));
  }

  private drawBoard(): void {
    const table = this.table!;
    const { view } = table;
    const { state } = view;
    const order = view.viewer >= 0 ? [view.viewer, ...state.seats.keys()].filter((seat, n, all) => all.indexOf(seat) === n) : [...state.seats.keys()];
    const seats = order.map((seat) => this.seat(seat));
    const home = this.atHome() ? seats.shift() : undefined; // what is asked lies in the own village: it comes first
    this.board.replaceChildren(
      ...(view.deciding.length === 0 ? [this.sheets()] : []), ...(home ? [home] : []),
      ...(state.lots.length ? [h("section", { class: "auction", "aria-label": t("auction") }, h("h2", {}, t("auction")),
        h("div", { class: "lots" }, ...state.lots.map((lot) => drawLot(lot, this.rules!.tiles[lot.tile]?.edges ?? "FFFFFF", view.players,
          this.marks(lot.tile, ["tile"], this.lotLabel(lot), "place")))))] : []),
      ...(state.berths.length ? [h("section", { class: "boats", "aria-label": t("boats") }, h("h2", {}, t("boats")),
        h("div", { class: "lots" }, ...state.berths.map((berth) => this.boat(berth))))] : []),
      ...seats);
  }

  /** Whether the question is about the own village. */
  private atHome(): boolean {
    const { decision, view } = this.table!;
    return decision !== null && decision.kind !== "turn"
      && decision.choices.some((choice) => choice.seat === view.viewer || ["won", "pasture"].includes(choice.kind));
  }

  private lotLabel(lot: Table["view"]["state"]["lots"][number]): string {
    const bids = (lot.bids ?? []).map((bid) => `${this.name(bid.seat)} ${this.rules?.pieces[bid.colour] ?? bid.colour}: ${bid.size}`).join(", ");
    return `${this.title(lot.tile)}${bids ? `, ${t("bid")}: ${bids}` : ""}`;
  }

  private boat(berth: Table["view"]["state"]["berths"][number]): HTMLElement {
    const edges = this.rules!.tiles[berth.boat]?.edges ?? "FFFFFF";
    const group = s("g", {}, drawTile(berth.boat, edges, 0, 0), s("polygon", { points: HEX, class: "ring" }));
    const label = `${this.title(berth.boat)}${berth.taken ? `, ${t("taken")}` : ""}`;
    return h("figure", { class: berth.taken ? "boat gone" : "boat" },
      s("svg", { viewBox: "-106 -92 212 184", class: "lot" }, place(group, this.marks(berth.boat, ["boat"], label, "place"))),
      h("figcaption", {}, pieces(berth.workers), pieces(berth.skills, "skill")));
  }

  private seat(seat: number): HTMLElement {
    const table = this.table!;
    const own = seat === table.view.viewer;
    const data = table.view.state.seats[seat]!;
    const sheet = table.scores[seat];
    const heading = own ? t("yourVillage") : t("villageOf", { name: this.name(seat) });
    const ghosts = own ? this.ghosts() : [];
    const picture = drawVillage(data.village.tiles, heading, (laid) => this.laidMarks(laid, own), ghosts, table.pastures[seat] ?? [],
      (pasture) => (own ? this.pastureMarks(pasture) : null));
    const summary = h("summary", {}, h("strong", {}, heading),
      table.view.state.start === seat && h("span", { class: "chip" }, t("start")),
      !own && !(this.here[seat] ?? true) && h("span", { class: "chip" }, t("away")),
      !own && h("span", { class: "counts" }, pieces(data.workers), pieces(data.open_workers), pieces(data.skills, "skill"), pieces(data.stock)),
      sheet && h("span", { class: "chip points" }, t("points", { n: sheet.total })));
    const fold = h("details", { class: own ? "seat own" : "seat", open: this.folded.get(seat) ?? (own || innerWidth > WIDE), "data-seat": seat },
      summary, picture, own && sheet && this.table!.view.deciding.length > 0 && h("details", { class: "sheet" }, h("summary", {}, `${t("scoreSheet")} (${t("pointsNow")})`), this.sheet(seat)));
    fold.addEventListener("toggle", () => this.folded.set(seat, fold.open));
    return fold;
  }

  private laidMarks(laid: Laid, own: boolean): Marks {
    const goods = laid.goods ? `, ${inWords(laid.goods)}` : "";
    return this.marks(laid.name, own ? ["target", "tile", "origin"] : ["tile"], `${this.title(laid.name)}${goods}`, "place");
  }

  private pastureMarks(pasture: Pasture): Marks | null {
    const marks = this.marks(pasture.id, ["target", "pasture", "origin"], `${t("pasture")}: ${this.title(pasture.id.split("/")[0]!)}`, "place");
    return marks.open ? marks : null;
  }

  private ghosts(): Ghost[] {
    const won = this.way.find((choice) => choice.kind === "won");
    if (!won) return [];
    const [, side] = (this.table!.view.state.seats[this.table!.view.viewer]?.won ?? []).find(([tile]) => tile === won.key) ?? [won.key, 0];
    const chosen = this.way.find((choice) => choice.kind === "cell");
    return (won.choices ?? []).map((choice) => {
      const [q, r] = choice.key.split(",").map(Number);
      const here = chosen?.key === choice.key;
      const rotation = here ? Number(this.level[this.turned]?.key ?? 0) : 0;
      return {
        cell: [q!, r!],
        marks: {
          cls: here ? "place trial" : "place ghost", key: `cell:${choice.key}`, label: `${won.label}: ${t("freePlace", { place: choice.key })}`, open: true, selected: here,
          pick: () => (here ? this.turn() : this.choose(choice, [won])),
        },
        ...(here ? { tile: { name: won.key, edges: this.rules!.tiles[won.key]?.edges ?? "FFFFFF", rotation, side } } : {}),
      };
    });
  }

  // ------------------------------------------------------------------ the dock: hand and answers

  private drawDock(): void {
    const table = this.table;
    if (!table) return;
    const own = table.view.state.seats[table.view.viewer];
    this.dock.replaceChildren(
      h("div", { class: "answer" }, ...this.answer()),
      own ? h("div", { class: "hand", "aria-label": t("hand") },
        pieces(own.workers), pieces(own.open_workers), pieces(own.skills, "skill"), pieces(own.open_skills, "skill"), pieces(own.stock),
        ...(own.won ?? []).map(([tile, side]) => this.mini(tile, side, this.marks(tile, ["won"], `${this.title(tile)}, ${t("won")}`, "place"))),
        ...(own.winter ?? []).map((tile) => this.mini(tile, 0, this.winterMarks(tile)))) : h("div", { class: "hand" }, t("watching")));
  }

  private mini(tile: string, side: number, marks: Marks): SVGSVGElement {
    const edges = this.rules?.tiles[tile]?.edges ?? "FFFFFF";
    return s("svg", { viewBox: "-104 -90 208 180", class: "mini" }, place(s("g", {}, drawTile(tile, edges, 0, side),
      s("polygon", { points: HEX, class: "ring" })), marks));
  }

  private winterMarks(tile: string): Marks {
    const asked = this.table?.decision?.choices.some((choice) => choice.kind === "offer") ?? false;
    return {
      cls: "place", key: `winter:${tile}`, label: `${this.title(tile)}, ${t("winterTiles")}`, open: asked, selected: this.offered.has(tile),
      pick: asked ? () => { if (!this.offered.delete(tile)) this.offered.add(tile); this.draw(); } : () => this.explain(tile),
    };
  }

  private answer(): HTMLElement[] {
    const decision = this.table!.decision;
    const rows: HTMLElement[] = [];
    if (this.problem) rows.push(h("p", { class: "problem", role: "alert" }, this.problem));
    if (this.note) rows.push(h("div", { class: "note" }, h("strong", {}, this.note.title), ...this.note.lines.map((line) => h("p", { class: "reason" }, line)), ...this.note.about.map((line) => h("p", {}, line))));
    const undo = this.table!.undo ? button(t("undo"), () => this.connection.say({ type: "undo" }), { class: "quiet", "data-key": "undo" }) : null;
    if (!decision) { if (undo) rows.push(h("div", { class: "row" }, undo)); return rows; }
    const back = this.way.length ? button(t("back"), () => this.stepBack(), { class: "quiet", "data-key": "back" }) : null;
    const at = this.way.filter((choice) => choice.kind !== "cell").map((choice) => choice.label).join(" › ");
    rows.push(h("div", { class: "row" }, h("p", { class: "prompt" }, at || decision.prompt), back, undo));
    rows.push(...this.offers(), ...this.rotations(), ...this.choices());
    return rows;
  }

  private offers(): HTMLElement[] {
    const offers = this.level.filter((choice) => choice.kind === "offer");
    if (!offers.length) return [];
    const wanted = [...this.offered].sort().join(" ");
    const offer = offers.find((choice) => choice.key.split(" ").sort().join(" ") === wanted);
    return [h("div", { class: "row" }, offer
      ? button(t("offer", { n: this.offered.size }), () => this.play(offer.action!), { class: "main", "data-key": "offer" })
      : h("p", {}, t("offerHint")))];
  }

  private rotations(): HTMLElement[] {
    if (this.level[0]?.kind !== "rotation") return [];
    const now = this.level[this.turned]!;
    return [h("div", { class: "row" },
      button(t("layHere"), () => this.play(now.action!), { class: "main", "data-key": "lay" }),
      this.level.length > 1 && button(`${t("turn")} ↻`, () => this.turn(), { "data-key": "turn" }))];
  }

  private choices(): HTMLElement[] {
    const plain = this.level.filter((choice) => !["bid", "use", "tile", "cell", "offer", "rotation"].includes(choice.kind));
    const rows = ["bid", "use"].map((kind) => this.level.filter((choice) => choice.kind === kind)).filter((some) => some.length).map((some) => this.sizes(some));
    if (plain.length) {
      rows.push(h("div", { class: "row wrap" }, ...plain.map((choice) => {
        const verb = choice.kind === "upgrade" ? `${t("upgrade")}: ` : "";
        return button(verb + choice.label, () => this.choose(choice, this.way),
          { title: choice.result, "aria-label": `${verb}${choice.label}${choice.result ? `, ${choice.result}` : ""}`, "data-key": `do:${choice.kind}:${choice.key}` });
      })));
    }
    return rows;
  }

  /** A row of numbers, for each colour so many workers; what comes of it behind them, once if it is the same for all. */
  private sizes(some: readonly Choice[]): HTMLElement {
    const verb = t(some[0]!.kind === "bid" ? "bid" : "use");
    const result = (choice: Choice) => choice.result ?? choice.choices?.[0]?.result ?? "";
    const same = some.every((choice) => result(choice) === result(some[0]!));
    return h("div", { class: "row sizes" }, h("span", { class: "verb" }, verb), ...some.map((choice) => {
      const colour = choice.key.split("+")[0]!.replace("*", "");
      const known = ["red", "blue", "yellow", "green"].includes(colour);
      return h("span", { class: "kind" },
        known ? s("svg", { viewBox: "-13 -13 26 26", class: "icon", "aria-hidden": "true" }, s("use", { href: `#kf-piece-${colour}` })) : null,
        choice.key !== colour && h("span", { class: "source" }, choice.label),
        ...(choice.choices ?? []).map((leaf) => button(/^[A-Z]\d+$/.test(leaf.key) ? leaf.key.slice(1) : leaf.key, () => this.play(leaf.action!),
          { class: "size", title: leaf.result ?? leaf.label, "aria-label": `${verb} ${leaf.label}${leaf.result ? `, ${leaf.result}` : ""}`, "data-key": `do:${leaf.action ?? ""}` })),
        !same && h("span", { class: "result" }, result(choice)));
    }), same && h("span", { class: "result" }, result(some[0]!)));
  }

  // ------------------------------------------------------------------ what happened

  private drawLog(): void {
    const lines = this.history.slice(-40).reverse();
    this.aside.replaceChildren(h("details", { class: "log", open: innerWidth > WIDE || undefined },
      h("summary", {}, t("news"), h("span", { class: "closed" }, `: ${lines[0]?.words[0] ?? ""}`)),
      h("ol", {}, ...lines.map((entry) => h("li", { class: entry.seat === this.table!.view.viewer ? "own" : "" },
        ...entry.words.map((words, n) => h("p", { class: n ? "more" : "" }, words)))))),
      h("p", { class: "keys" }, t("keys")));
  }

  // ------------------------------------------------------------------ points

  private sheet(seat: number): HTMLElement {
    const sheet = this.table!.scores[seat];
    if (!sheet) return h("p", {}, t("pointsHidden"));
    const piece = (id: string) => this.rules?.pieces[id] ?? id;
    const used = (line: (typeof sheet.lines)[number]) => [line.detail,
      ...line.used.map(([id, role, n]) => `${piece(id)} × ${n}${role !== id ? ` (${t("usedAs", { piece: piece(role) })})` : ""}`)].filter(Boolean).join(", ");
    return h("table", {}, h("caption", {}, `${this.name(seat)}: ${t("points", { n: sheet.total })}`),
      h("tbody", {}, ...sheet.lines.map((line) => h("tr", {}, h("th", { scope: "row" }, this.title(line.source)), h("td", {}, used(line)), h("td", { class: "number" }, `${line.points}`)))));
  }

  private sheets(): HTMLElement {
    return h("section", { class: "sheets" }, h("h2", {}, t("over", { names: this.winners().join(", ") })),
      ...this.table!.view.players.map((_, seat) => this.sheet(seat)));
  }
}

const said = (refusal: Refusal): string => refusal.message;
/** What a tile does, on one side and on the other. */
const about = (data: Rules["tiles"][string]): string[] => [
  data.front.words, ...(data.back ? [`${data.upgrade ? `${t("upgrade")} (${data.upgrade})` : t("otherSide")}: ${data.back.words}`] : [])];
