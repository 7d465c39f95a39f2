// How you learn in another tab that it is your turn: title and icon always, sound and notification if they were asked for.
import { t } from "./text";

/** A short sound of two tones, made here: no file is loaded. */
export function chime(): void {
  try {
    const audio = new AudioContext(), start = audio.currentTime;
    [660, 880].forEach((pitch, n) => {
      const tone = audio.createOscillator(), loud = audio.createGain(), from = start + n * 0.14;
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(0, from);
      loud.gain.linearRampToValueAtTime(0.12, from + 0.02);
      loud.gain.exponentialRampToValueAtTime(0.001, from + 0.3);
      tone.connect(loud).connect(audio.destination);
      tone.start(from);
      tone.stop(from + 0.32);
    });
    setTimeout(() => void audio.close(), 800);
  } catch { /* no sound here */ }
}

/** Asks whether notifications may be shown. */
export async function allowed(): Promise<boolean> {
  if (!("Notification" in window)) return false;
  try { return Notification.permission === "granted" || await Notification.requestPermission() === "granted"; } catch { return false; }
}

/** Shows on the page whether it is your turn, and notifies you if it has just begun. */
export function call(title: string, mine: boolean, now: boolean, wishes: { sound: boolean; notify: boolean }): void {
  document.title = mine ? `● ${t("yourTurn")} · ${title}` : title;
  document.querySelector("link[rel=icon]")?.setAttribute("href", `/static/${mine ? "icon-turn" : "icon"}.svg`);
  if (now && wishes.sound) chime();
  if (now && wishes.notify && document.hidden) try { new Notification(title, { body: t("yourTurn"), tag: location.pathname, icon: "/static/icon-turn.svg" }); } catch { /* some phones allow none from a page */ }
}
