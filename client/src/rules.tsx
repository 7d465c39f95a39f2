// The rules in short, one click away.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "./text";

/** A dialog that closes with Escape, and gives the focus back. */
export function Dialog({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) {
  const button = useRef<HTMLButtonElement>(null), box = useRef<HTMLElement>(null);
  useLayoutEffect(() => { // at once: a key may follow right away
    const before = document.activeElement as HTMLElement | null;
    button.current?.focus();
    const escape = (event: KeyboardEvent) => { if (event.key === "Escape") close(); else if (event.key === "Tab") {
      // the focus goes round inside, through what can be scrolled and the button
      const all = [...box.current!.querySelectorAll<HTMLElement>("[tabindex='0'], button")], next = (all.indexOf(document.activeElement as HTMLElement) + 1) % all.length;
      event.preventDefault();
      all[next]?.focus();
    } };
    document.addEventListener("keydown", escape);
    return () => { document.removeEventListener("keydown", escape); before?.focus(); };
  }, []);
  return <div class="veil" onClick={close}><section class="keys" ref={box} role="dialog" aria-modal="true" aria-label={title} onClick={(event) => event.stopPropagation()}><h2>{title}</h2>{children}<button type="button" class="main" ref={button} onClick={close}>{t("close")}</button></section></div>;
}

/** Each line of the text is a word that is explained, and its explanation. */
export function Lines({ text }: { text: string }) {
  return <dl>{text.split("\n").map((line) => { const [key, ...words] = line.split(": "); return <div key={key}><dt>{key}</dt><dd>{words.join(": ")}</dd></div>; })}</dl>;
}

export const RulesDialog = ({ close }: { close: () => void }) => <Dialog title={t("rules")} close={close}><div class="rules-text" tabIndex={0} role="group" aria-label={t("rules")}><Lines text={t("rulesText")} /></div></Dialog>;
