// The lobby: who plays, with what, and the links.
import { button, h } from "./dom";
import { LANGUAGES, remember, speak, spoken, t } from "./text";

const TITLED = ["easy", "steady", "strong", "steward", "greedy", "random"] as const;
// How many seconds each bot thinks about a turn; the server tells, so that the lobby knows the machine.
let bots: { name: string; wait: number }[] = TITLED.map((name) => ({ name, wait: 0 }));

function called(bot: { name: string; wait: number }): string {
  const titled = TITLED.find((name) => name === bot.name);
  const name = titled ? t(titled) : bot.name;
  const seconds = bot.wait.toLocaleString(spoken(), { maximumSignificantDigits: 1 });
  return bot.wait ? t("level", { name, seconds }) : t("bot", { name });
}
const NAMES = ["Ann", "Bob", "Cid", "Dora", "Emil", "Fay"];

interface Kept { link: string; name: string; when: number }

export function kept(): Kept[] {
  try { return JSON.parse(localStorage.getItem("keyflower.tables") ?? "[]") as Kept[]; } catch { return []; }
}
export function keep(link: string, name: string): void {
  const list = [{ link, name, when: Date.now() }, ...kept().filter((one) => one.link !== link)].slice(0, 20);
  try { localStorage.setItem("keyflower.tables", JSON.stringify(list)); } catch { /* private windows keep nothing */ }
}

export function lobby(root: HTMLElement): void {
  const seats: { name: string; kind: string }[] = [{ name: "Ann", kind: "" }, { name: "Bob", kind: "steady" }, { name: "Cid", kind: "easy" }];
  const list = h("ol", { class: "seats" });
  const checks: Record<string, HTMLInputElement> = {};
  const problem = h("p", { class: "problem", role: "alert" });

  const draw = (): void => {
    list.replaceChildren(...seats.map((seat, number) => {
      const name = h("input", { value: seat.name, maxlength: 40, "aria-label": t("seat", { n: number + 1 }), required: true });
      name.addEventListener("input", () => { seat.name = name.value; });
      const kind = h("select", { "aria-label": t("player", { n: number + 1 }) },
        h("option", { value: "", selected: !seat.kind }, t("person")),
        ...bots.map((bot) => h("option", { value: bot.name, selected: bot.name === seat.kind }, called(bot))));
      kind.addEventListener("change", () => { seat.kind = kind.value; });
      return h("li", {}, name, kind, seats.length > 2 && button(t("removeSeat"), () => { seats.splice(number, 1); draw(); }, { class: "quiet" }));
    }));
  };
  draw();
  void fetch("/api/bots").then(async (answer) => { if (answer.ok) { bots = await answer.json() as typeof bots; draw(); } }).catch(() => { /* the names alone will do */ });
  const check = (name: string, label: string) => {
    checks[name] = h("input", { type: "checkbox" });
    return h("label", { class: "check" }, checks[name]!, label);
  };

  const open = async (): Promise<void> => {
    const on = (name: string) => checks[name]!.checked;
    const variants = [on("farmersFirst") && "farmers-first", on("openHands") && "open-hands"].filter(Boolean);
    const body = {
      players: seats.map((seat) => (seat.kind ? { name: seat.name, bot: seat.kind } : { name: seat.name })),
      expansions: on("farmers") ? ["farmers"] : [], variants, language: tongue.value,
    };
    const answer = await fetch("/api/tables", { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json", "x-language": spoken() } });
    const data = await answer.json() as { error?: string; spectator: string; seats: { name: string; bot: string; link: string | null }[] };
    if (!answer.ok) { problem.textContent = data.error ?? answer.statusText; return; }
    const row = (label: string, link: string, verb: string) => {
      const copy = button(t("copy"), () => { void navigator.clipboard?.writeText(location.origin + link).then(() => { copy.textContent = t("copied"); }); }, { class: "quiet" });
      return h("li", {}, h("strong", {}, label), " ", h("a", { href: link, class: "sit" }, verb), " ", copy);
    };
    panel.replaceChildren(h("h2", {}, t("links")), h("ul", { class: "links" },
      ...data.seats.filter((seat) => seat.link).map((seat) => row(seat.name, seat.link!, t("sit"))), row(t("watch"), data.spectator, t("look"))));
    panel.querySelector<HTMLElement>("a")?.focus();
  };

  const tongue = h("select", { id: "tongue" }, h("option", { value: "" }, t("eachOwn")), ...named());
  const page = h("select", { "aria-label": t("language") }, ...named(spoken()));
  page.addEventListener("change", () => { remember("", page.value); void speak(page.value).then(() => lobby(root)); });
  const form = h("form", {}, h("p", {}, t("lobbyHint")), list,
    button(t("addSeat"), () => { if (seats.length < 6) { seats.push({ name: NAMES[seats.length] ?? "", kind: "steady" }); draw(); } }, { class: "quiet" }),
    h("fieldset", {}, check("farmers", t("farmers")), check("farmersFirst", t("farmersFirst")), check("openHands", t("openHands"))),
    h("label", { class: "check" }, t("tableLanguage"), tongue),
    problem, h("button", { type: "submit", class: "main" }, t("open")));
  form.addEventListener("submit", (event) => { event.preventDefault(); void open(); });
  const panel = h("section", { class: "panel" }, h("h2", {}, t("lobby")), form);
  const old = kept();
  root.replaceChildren(h("div", { class: "lobby" }, h("div", { class: "top" }, h("h1", {}, t("title")), page), panel,
    old.length ? h("section", { class: "panel" }, h("h2", {}, t("yourTables")), h("ul", {}, ...old.map((one) =>
      h("li", {}, h("a", { href: one.link }, `${one.name} · ${new Date(one.when).toLocaleString(spoken())}`))))) : null));
}

const named = (chosen = ""): HTMLElement[] =>
  Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, lang: code, selected: code === chosen }, name));
