// The guided first game: a lesson for each new situation, in the panel; its texts are loaded when they are needed.
import { useEffect, useState } from "preact/hooks";
import type { Control } from "./control";
import { PHONE } from "./layout";
import { wish, type Model } from "./model";
import { Glyph } from "./pictures";
import type { Entry, Table } from "./protocol";
import { spoken, t } from "./text";

/** The lessons in the order in which they usually come, each with the lines of the rules in short that go with it. */
export const LESSONS = {
  welcome: [0, 1], bid: [2, 4], use: [5, 6], pass: [1, 3], build: [8], boat: [8], haul: [7], choice: [5], summer: [7], autumn: [0], offer: [9], winter: [9], end: [0],
} as const satisfies Record<string, readonly number[]>;
export type Lesson = keyof typeof LESSONS;
export type Lessons = Record<Lesson, { title: string; text: string }>;

/** Whether somebody has done something of a kind. */
const did = (history: readonly Entry[], viewer: number, tag: string): boolean => history.some((entry) => entry.seat === viewer && entry.events?.some((event) => event.tag === tag));

/** The lesson for the present situation; null if it has been read, or it is not the learner's turn. */
export function lessonFor(table: Table, history: readonly Entry[], read: readonly string[]): Lesson | null {
  const fresh = (lesson: Lesson): Lesson | null => (read.includes(lesson) ? null : lesson);
  if (!table.view.deciding.length) return fresh("end");
  if (!table.decision) return null;
  const { viewer, state } = table.view;
  switch (table.decision.kind) {
    case "turn": break;
    case "build-all": return fresh("build");
    case "take-boat": return fresh("boat");
    case "haul": return fresh("haul");
    case "offer-winter": return fresh("offer");
    default: return fresh("choice");
  }
  if (state.season === "summer" || state.season === "autumn" || state.season === "winter") return fresh(state.season);
  return fresh("welcome") ?? (did(history, viewer, "workers-bid") ? null : fresh("bid")) ?? (did(history, viewer, "workers-used") ? null : fresh("use")) ?? (did(history, viewer, "workers-bid") ? fresh("pass") : null);
}

/** The tables of this browser that are guided. */
export const guided = (table: string): boolean => wish("guided").split(" ").includes(table);
export const guide = (table: string): void => { wish("guided", [table, ...wish("guided").split(" ")].slice(0, 5).join(" ")); };

export function Guide({ control, model }: { control: Control; model: Model }) {
  const known = model.known!, table = known.table, language = spoken(), key = `lessons.${table.table}`;
  const [texts, setTexts] = useState<{ language: string; lessons: Lessons } | null>(null);
  const [unfolded, unfold] = useState("");
  const [read, setRead] = useState<readonly string[]>(() => wish(key).split(" "));
  useEffect(() => { void (import(`/static/guide-${language}.js`) as Promise<{ lessons: Lessons }>).then(({ lessons }) => setTexts({ language, lessons })).catch(() => { /* then without lessons */ }); }, [language]);
  const lesson = model.past ? null : lessonFor(table, known.history, read);
  if (!lesson || !texts) return null;
  const lines = t("rulesText").split("\n"), names = Object.keys(LESSONS), next = () => { const all = [...read, lesson]; wish(key, all.join(" ")); setRead(all); };
  // what was chosen needs the room: then only the title stays, until it is clicked
  const { pick } = model, chosen = table.decision ? [pick.key, pick.cell, ...pick.way].join(" ").trim() || (model.sheet && innerWidth < PHONE ? "sheet" : "") : "";
  const title = <><Glyph name="book" />{texts.lessons[lesson].title}<small>{`${names.indexOf(lesson) + 1} / ${names.length}`}</small></>;
  if (chosen && unfolded !== chosen) return <aside class="guide folded" role="note" aria-label={t("guide")} data-lesson={lesson}><h3><button type="button" aria-expanded={false} data-do="unfold" onClick={() => unfold(chosen)}>{title}</button></h3></aside>;
  return (
    <aside class="guide" role="note" aria-label={t("guide")} data-lesson={lesson}>
      <h3>{title}</h3>
      {texts.lessons[lesson].text.split("\n").map((line) => <p key={line}>{line}</p>)}
      <div class="guide-foot">{LESSONS[lesson].map((line) => <button type="button" class="term" key={line} title={t("rules")} onClick={() => control.store.set({ rulesOpen: true, rulesAt: line })}>{lines[line]!.split(": ")[0]}</button>)}
        <span class="fill" /><button type="button" class="main" data-do="got-it" onClick={next}>{t("gotIt")}</button></div>
    </aside>
  );
}
