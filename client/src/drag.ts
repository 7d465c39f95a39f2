// Dragging goods: a piece follows the pointer, and the places where it may go light up.
import { s } from "./dom";
import type { Choice } from "./protocol";

const FAR = 8; // pixels; less is a click

/** Begins to drag what lies under the pointer, if it may be moved. */
export function drag(event: PointerEvent, board: Element, choices: readonly Choice[], choose: (target: Choice, way: Choice[]) => void): void {
  const token = (event.target as Element).closest("[data-good]");
  const from = token?.closest("[data-origin]")?.getAttribute("data-origin");
  const origin = choices.find((choice) => choice.kind === "origin" && choice.key === from);
  const good = origin?.choices?.find((choice) => choice.key === token?.getAttribute("data-good"));
  if (!origin || !good) return;
  const [x, y] = [event.clientX, event.clientY];
  const follower = s("svg", { viewBox: "-13 -13 26 26", class: "flying", "aria-hidden": "true" }, s("use", { href: `#kf-piece-${good.key}` }));
  const targets = (good.choices ?? []).flatMap((choice) => [...board.querySelectorAll(`.own [data-key="${CSS.escape(`place:${choice.key}`)}"]`)]);

  const move = (now: PointerEvent): void => {
    if (!follower.isConnected) {
      if (Math.hypot(now.clientX - x, now.clientY - y) < FAR) return;
      document.body.append(follower);
      targets.forEach((target) => target.classList.add("drop"));
    }
    follower.style.transform = `translate(${now.clientX - 16}px, ${now.clientY - 16}px)`;
  };
  const end = (): void => {
    document.removeEventListener("pointermove", move);
    document.removeEventListener("pointerup", drop);
    document.removeEventListener("pointercancel", end);
    targets.forEach((target) => target.classList.remove("drop"));
    follower.remove();
  };
  const drop = (up: PointerEvent): void => {
    const dragged = follower.isConnected;
    end();
    if (!dragged) return;
    const key = document.elementFromPoint(up.clientX, up.clientY)?.closest("[data-key]")?.getAttribute("data-key")?.replace("place:", "");
    const target = good.choices?.find((choice) => choice.key === key);
    if (target) choose(target, [origin, good]);
  };
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", drop);
  document.addEventListener("pointercancel", end);
}
