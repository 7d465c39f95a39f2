// A game that brings its own picture: it is shown as it is, and what can be chosen in it can be clicked.
import { useEffect, useRef } from "preact/hooks";
import { clickable, matched, step } from "./choosing";
import type { Control } from "./control";
import type { Model } from "./model";
import type { Table } from "./protocol";
import { t } from "./text";

const SVG = "http://www.w3.org/2000/svg";
const ALLOWED = new Set(("svg g path rect circle ellipse line polyline polygon text tspan textPath use defs symbol title desc style "
  + "linearGradient radialGradient stop clipPath mask pattern marker filter feGaussianBlur feOffset feMerge feMergeNode feDropShadow feFlood feComposite").split(" "));
const foreign = (value: string): boolean => /url\(\s*(?!['"]?#)/i.test(value) || /javascript:|data:|@import|expression\(/i.test(value);

/** Takes everything out of a picture that could run, load or leave the page; returns the rules of its style sheets. */
function clean(element: Element, styles: string[]): void {
  for (const child of [...element.children]) {
    if (child.namespaceURI !== SVG || !ALLOWED.has(child.localName)) child.remove();
    else if (child.localName === "style") { styles.push(child.textContent ?? ""); child.remove(); }
    else clean(child, styles);
  }
  for (const { name, value, localName } of [...element.attributes]) {
    const strange = /^on/i.test(localName) || (localName === "href" && !value.trim().startsWith("#")) || localName === "base" || (localName !== "href" && foreign(value));
    if (strange) element.removeAttribute(name);
  }
}

/** Rules of a picture, for the picture alone: the page keeps its own looks. */
function scoped(rules: CSSRuleList, scope: string): string {
  return [...rules].map((rule) => {
    if (rule instanceof CSSMediaRule) return `@media ${rule.conditionText} {${scoped(rule.cssRules, scope)}}`;
    if (!(rule instanceof CSSStyleRule) || foreign(rule.style.cssText) || /position/.test(rule.style.cssText)) return "";
    const where = rule.selectorText.split(",").map((one) => (/^\s*(:root|svg)\b/.test(one) ? one.replace(/:root|svg/, `${scope} svg`) : `${scope} ${one}`)).join(",");
    return `${where} {${rule.style.cssText}}`;
  }).join("\n");
}

export interface Picture { svg: SVGSVGElement; css: string }
/** Reads a picture that came over the network; null if it is none. */
export function readPicture(text: string): Picture | null {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root.namespaceURI !== SVG || root.localName !== "svg") return null;
  const styles: string[] = [];
  clean(root, styles);
  for (const one of [root, ...root.querySelectorAll("[style]")]) {
    // a strict page applies no style attributes; set one by one, they are no longer text
    const style = one.getAttribute("style");
    one.removeAttribute("style");
    for (const [name, value] of (style ?? "").split(";").map((pair) => pair.split(/:(.*)/s).map((part) => part.trim()))) if (name && value) one.setAttribute(name, value);
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles.join("\n"));
  return { svg: document.adoptNode(root) as unknown as SVGSVGElement, css: scoped(sheet.cssRules, ".game-picture") };
}

const marksOf = (element: Element): [string | null, string | null, string | null] => [element.getAttribute("data-kind"), element.getAttribute("data-key"), element.getAttribute("data-seat")];

const sheetOfPicture = new CSSStyleSheet();

export function GamePicture({ control, model, table }: { control: Control; model: Model; table: Table }) {
  const box = useRef<HTMLDivElement>(null), text = table.scene.svg ?? "";
  const open = clickable(table.decision, model.pick.way), busy = model.sent !== null;
  useEffect(() => {
    if (!document.adoptedStyleSheets.includes(sheetOfPicture)) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheetOfPicture];
    const picture = readPicture(text), at = box.current!;
    const had = at.contains(document.activeElement) ? marksOf(document.activeElement!) : null;
    sheetOfPicture.replaceSync(picture?.css ?? "");
    at.replaceChildren(...(picture ? [picture.svg] : []));
    picture?.svg.setAttribute("class", "whole");
    picture?.svg.style.setProperty("--natural", `${picture.svg.viewBox.baseVal?.width ?? 0}px`);
    if (had) [...at.querySelectorAll<SVGElement>("[data-key]")].find((one) => marksOf(one).join() === had.join())?.focus();
  }, [text]);
  useEffect(() => {
    for (const element of box.current!.querySelectorAll<SVGElement>("[data-kind][data-key]")) {
      const choice = matched(open, ...marksOf(element)), chosen = choice !== null && model.pick.way.includes(step(choice));
      element.classList.toggle("choice", choice !== null);
      element.classList.toggle("chosen", chosen);
      if (choice) { element.setAttribute("tabindex", "0"); element.setAttribute("role", "button"); element.setAttribute("aria-label", [choice.label, choice.result].filter(Boolean).join(", ")); element.setAttribute("aria-pressed", String(chosen)); }
      else for (const name of ["tabindex", "role", "aria-label", "aria-pressed"]) element.removeAttribute(name);
    }
  }, [text, table.decision?.id, model.pick.way.join(" ")]);
  const act = (event: Event) => {
    const element = (event.target as Element).closest("[data-kind][data-key]");
    // the innermost thing under the pointer that can be chosen
    for (let one = element; one && box.current!.contains(one); one = one.parentElement?.closest("[data-kind][data-key]") ?? null) {
      const choice = matched(open, ...marksOf(one));
      if (choice && !busy) { control.choose(choice); return; }
    }
  };
  return (
    <section class="pane picture-pane" aria-label={t("table")}>
      <div class="scroll game-picture" ref={box} tabIndex={0} role="group" aria-label={t("table")} data-arrows onClick={act}
        onKeyDown={(event) => { if ((event.key === "Enter" || event.key === " ") && (event.target as Element).matches(".choice")) { event.preventDefault(); act(event); } }} />
    </section>
  );
}
