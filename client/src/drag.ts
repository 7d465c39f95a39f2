// Dragging goods: a piece follows the pointer, and the places where it may go light up.
import { choicesAt } from "./choosing";
import type { Control } from "./control";
import { picked } from "./choosing";
import { pieceId } from "./pictures";

const FAR = 8; // pixels; less is a click
const SVG = "http://www.w3.org/2000/svg";

/** Begins to drag what lies under the pointer, if it may be moved. */
export function drag(event: PointerEvent, control: Control): void {
  const token = (event.target as Element).closest(".home:not(.foreign) [data-good]");
  const from = token?.closest("[data-origin]")?.getAttribute("data-origin");
  const origin = choicesAt(control.decision, from ?? "").find((choice) => choice.kind === "origin");
  const good = origin?.choices?.find((choice) => choice.key === token?.getAttribute("data-good"));
  if (!origin || !good || control.model.sent) return;
  const [x, y] = [event.clientX, event.clientY];
  const follower = document.createElementNS(SVG, "svg"), use = document.createElementNS(SVG, "use");
  follower.setAttribute("viewBox", "-13 -13 26 26");
  follower.setAttribute("class", "flying");
  use.setAttribute("href", `#${pieceId(good.key, "worker")}`);
  follower.append(use);

  const move = (now: PointerEvent): void => {
    if (!follower.isConnected) {
      if (Math.hypot(now.clientX - x, now.clientY - y) < FAR) return;
      document.body.append(follower);
      control.store.set({ pick: { ...picked(origin.key), good: good.key } });
    }
    follower.style.transform = `translate(${now.clientX - 16}px, ${now.clientY - 16}px)`;
  };
  const end = (): void => {
    document.removeEventListener("pointermove", move);
    document.removeEventListener("pointerup", drop);
    document.removeEventListener("pointercancel", end);
    follower.remove();
  };
  const drop = (up: PointerEvent): void => {
    const dragged = follower.isConnected;
    end();
    if (!dragged) return;
    const under = document.elementsFromPoint(up.clientX, up.clientY).map((one) => one.closest("[data-place], [data-meadow]"));
    const keys = under.map((one) => one?.getAttribute("data-place") ?? one?.getAttribute("data-meadow"));
    const target = good.choices?.find((choice) => keys.includes(choice.key));
    if (target) control.choose(target);
  };
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", drop);
  document.addEventListener("pointercancel", end);
}
