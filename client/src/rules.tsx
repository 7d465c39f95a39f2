// The rules in short, one click away.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Control } from "./control";
import { t } from "./text";

/** A dialog that closes with Escape, and gives the focus back. */
export function Dialog({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) {
  const button = useRef<HTMLButtonElement>(null), box = useRef<HTMLElement>(null);
  useLayoutEffect(() => { // at once: a key may follow right away
    const before = document.activeElement as HTMLElement | null;
    button.current?.focus({ preventScroll: true });
    const escape = (event: KeyboardEvent) => { if (event.key === "Escape") close(); else if (event.key === "Tab") {
      // the focus goes round inside, through what can be scrolled and the button
      const all = [...box.current!.querySelectorAll<HTMLElement>("[tabindex='0'], button, input")], next = (all.indexOf(document.activeElement as HTMLElement) + 1) % all.length;
      event.preventDefault();
      all[next]?.focus();
    } };
    document.addEventListener("keydown", escape);
    return () => { document.removeEventListener("keydown", escape); before?.focus(); };
  }, []);
  return <div class="veil" onClick={close}><section class="keys" ref={box} role="dialog" aria-modal="true" aria-label={title} onClick={(event) => event.stopPropagation()}><h2>{title}</h2>{children}<button type="button" class="main" ref={button} onClick={close}>{t("close")}</button></section></div>;
}

/** Each line of the text is a word that is explained, and its explanation; one of them may be what was asked for. */
export function Lines({ text, at = null }: { text: string; at?: number | null }) {
  const asked = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => asked.current?.scrollIntoView({ block: "nearest" }), [at]);
  return <dl>{text.split("\n").map((line, n) => { const [key, ...words] = line.split(": "); return <div key={key} ref={n === at ? asked : null} class={n === at ? "asked" : ""}><dt>{key}</dt><dd>{words.join(": ")}</dd></div>; })}</dl>;
}

/** In which line of the rules in short a word is explained. */
const EXPLAINED = { auction: 2, bid: 2, bids: 2, use: 5, usedBy: 5, onIt: 6, upgrade: 7, upgraded: 7, winterTiles: 9 } as const;
/** A word that opens the rules where it is explained. */
export const Term = ({ of, control }: { of: keyof typeof EXPLAINED; control: Control }) =>
  <button type="button" class="term" title={t("rules")} onClick={() => control.store.set({ rulesOpen: true, rulesAt: EXPLAINED[of] })}>{t(of)}</button>;

/** In which line the kinds of questions are explained. */
const ASKED: Record<string, number> = { turn: 1, haul: 7, "build-all": 8, "take-boat": 8, "offer-winter": 9, "pay-cost": 5, "choose-benefit": 5 };
/** What is asked, as a word that opens the rules where they explain it. */
export const Question = ({ kind, label, control }: { kind: string | undefined; label: string; control: Control }) => {
  const line = ASKED[kind ?? ""];
  return line === undefined ? <>{label}</> : <button type="button" class="term" data-do="rules-of" title={t("rules")} onClick={() => control.store.set({ rulesOpen: true, rulesAt: line })}>{label}</button>;
};

export const RulesDialog = ({ close, at = null }: { close: () => void; at?: number | null }) => <Dialog title={t("rules")} close={close}><div class="rules-text" tabIndex={0} role="group" aria-label={t("rules")}><Lines text={t("rulesText")} at={at} /></div></Dialog>;
