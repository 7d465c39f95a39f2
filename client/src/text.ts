// Every text of the client, in the language of the page. English is part of the client; the others are files of their own.
import { english } from "./en";

export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
export type TextKey = keyof typeof english;
export type Texts = Record<TextKey, string | Plural>;

/** The languages, as their speakers call them. */
export const LANGUAGES: Record<string, string> = { en: "English", uk: "Українська", pl: "Polski", ru: "Русский" };

let language = "en";
let texts: Texts = english;
let plurals = new Intl.PluralRules("en");

/** The language of the page. */
export const spoken = (): string => language;

/** Sets the language of the page; English if it is unknown. */
export async function speak(code: string): Promise<void> {
  const next = code in LANGUAGES ? code : "en";
  if (next === language) return;
  texts = next === "en" ? english : (await import(`/static/text-${next}.js`) as { texts: Texts }).texts;
  language = next;
  plurals = new Intl.PluralRules(next);
  document.documentElement.lang = next;
}

/** The languages that this browser asks for, as far as they are available, the best first. */
export function preferred(): string[] {
  const asked = [remembered(""), ...navigator.languages.map((code) => code.split("-")[0] ?? "")];
  return [...new Set(asked.filter((code) => code in LANGUAGES))];
}

/** The language that was chosen for a link before; for the empty one, the lobby's. */
export function remembered(link: string): string {
  try { return localStorage.getItem(`keyflower.language${link}`) ?? ""; } catch { return ""; }
}

export function remember(link: string, code: string): void {
  try { localStorage.setItem(`keyflower.language${link}`, code); } catch { /* private windows keep nothing */ }
}

/** Returns a text with its placeholders filled; `n` chooses the form where there are several. */
export function t(key: TextKey, gaps: Record<string, string | number> = {}): string {
  const found = texts[key];
  const text = typeof found === "string" ? found : found[plurals.select(Number(gaps["n"] ?? 1))] ?? found.other;
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(gaps[name] ?? ""));
}

/** A text by a name that came from outside; null if there is none. */
export const known = (key: string): string | null => (typeof texts[key as TextKey] === "string" ? t(key as TextKey) : null);

export const seasonName = (season: string): string => (season in texts ? t(season as TextKey) : season);
