// Links that are given away: copied, or shown as a QR code.
import { useState } from "preact/hooks";
import { Glyph, Seal } from "./pictures";
import { QrCode } from "./qr";
import { t } from "./text";

/** Copies a text: by the clipboard where there is one, and by a field on plain http, where there is none. */
export async function copied(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard && isSecureContext) { await navigator.clipboard.writeText(text); return true; }
  } catch { /* then by a field */ }
  const field = document.createElement("textarea");
  field.value = text;
  field.setAttribute("readonly", "");
  field.className = "sr";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

/** A link with what can be done with it; `verb` is the label for following it yourself. */
export function Link({ label, seat, letter, link, verb = "" }: { label: string; seat: number | null; letter: string; link: string; verb?: string }) {
  const [done, setDone] = useState(false), [code, setCode] = useState(false), address = location.origin + link;
  return <li>{seat === null ? <Glyph name="people" /> : <Seal seat={seat} letter={letter} />}<div><b>{label}</b><input class="address" readOnly value={address} aria-label={t("linkFor", { name: label })} onFocus={(event) => event.currentTarget.select()} /></div>
    <button type="button" onClick={() => void copied(address).then(setDone)}><Glyph name={done ? "check" : "link"} />{t(done ? "copied" : "copy")}</button>
    <button type="button" class="qr-button" aria-expanded={code} onClick={() => setCode(!code)}><Glyph name="qr" />{t("qr")}</button>{verb ? <a class="button main sit" href={link}>{verb}</a> : null}
    {code ? <QrCode text={address} label={t("qrFor", { name: label })} /> : null}</li>;
}
