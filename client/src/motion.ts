// What happened, shown: workers go to a tile, goods arrive, tiles are laid. Nothing moves for people who ask for that.
import { s } from "./dom";
import { piece, tile } from "./draw";
import { pool, type GameEvent, type Rules } from "./protocol";

const LONG = 750, STEP = 110, MOST = 8;

export class Motion {
  private readonly still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  private readonly before = new Map<string, DOMRect>();
  private delay = 0;

  /** Remembers where everything lies before it is drawn anew. */
  constructor(private readonly root: HTMLElement, private readonly viewer: number, private readonly rules: Rules) {
    if (!this.still) for (const element of root.querySelectorAll("[data-key]")) this.before.set(element.getAttribute("data-key")!, element.getBoundingClientRect());
  }

  show(events: readonly GameEvent[]): void {
    if (this.still || document.hidden) return;
    for (const event of events) {
      this.one(event);
      this.delay = Math.min(this.delay + STEP, 1200);
    }
  }

  private one(event: GameEvent): void {
    const seat = event.seat === undefined ? null : this.seat(event.seat);
    switch (event.tag) {
      case "workers-bid": case "workers-used":
        this.element(event.tile)?.animate([{ filter: "brightness(1.5)" }, { filter: "none" }], { duration: 2 * LONG, delay: this.delay });
        return this.send(event.workers, seat, this.place(event.tile));
      case "good-moved": case "animal-moved": return this.send(`${event.good ?? ""}1`, this.place(event.origin), this.place(event.target));
      case "goods-gained": return this.send(event.goods, this.above(this.place(event.tile)), this.place(event.tile));
      case "animal-added": return this.send(`${event.good ?? ""}1`, this.above(this.place(event.pasture)), this.place(event.pasture));
      case "boat-taken": return this.send(`${event.workers ?? ""} ${event.skills ?? ""}`, this.place(event.boat), seat);
      case "workers-drawn": case "workers-gained": return this.send(event.workers, this.bag(), seat);
      case "skills-drawn": return this.send(event.skills, this.bag(), seat, "skill");
      case "stock-gained": return this.send(event.goods, this.bag(), seat);
      case "workers-paid": return this.send(event.workers, seat, this.bag());
      case "skills-paid": return this.send(event.shown, seat, this.bag(), "skill");
      case "lot-won": return this.carry(event.tile, event.side ?? 0, this.before.get(`place:${event.tile ?? ""}`) ?? null, seat);
      case "tile-laid": return this.grow(event.tile, [{ transform: "scale(1.5)", opacity: 0 }, {}]);
      case "tile-upgraded": return this.grow(event.tile, [{ transform: "scaleX(0)" }, {}]);
      case "tiles-revealed": case "winter-tiles-revealed":
        for (const one of event.tiles ?? []) {
          this.grow(typeof one === "string" ? one : one[0], [{ transform: "scale(.2)", opacity: 0 }, {}]);
          this.delay += STEP / 2;
        }
        return;
      case "start-player-changed": this.root.querySelector(`[data-seat="${event.seat ?? ""}"] .chip`)?.animate([{ transform: "scale(1.6)" }, {}], LONG); return;
      case "season-began": this.root.querySelector("h1")?.animate([{ transform: "scale(1.4)" }, {}], LONG);
    }
  }

  private element(key: string | undefined): Element | null {
    return key ? this.root.querySelector(`[data-key="${CSS.escape(`place:${key}`)}"]`) : null;
  }
  private place(key: string | undefined): DOMRect | null {
    const element = this.element(key) ?? (key?.includes("/") ? this.element(key.split("/")[0]) : null); // a pasture lies on its first tile
    return element?.getBoundingClientRect() ?? this.before.get(`place:${key ?? ""}`) ?? null;
  }
  private seat(seat: number): DOMRect | null {
    const anchor = seat === this.viewer ? ".dock .hand" : `[data-seat="${seat}"] > summary`;
    return this.root.querySelector(anchor)?.getBoundingClientRect() ?? null;
  }
  private bag(): DOMRect | null { return this.root.querySelector("header")?.getBoundingClientRect() ?? null; }
  private above(box: DOMRect | null): DOMRect | null { return box && new DOMRect(box.x, box.y - 70, box.width, box.height); }

  /** Lets pieces fly, one after the other. */
  private send(text: string | undefined, from: DOMRect | null, to: DOMRect | null, kind = "worker"): void {
    const all = pool(text).flatMap(([name, number]) => Array.from({ length: number }, () => name)).slice(0, MOST);
    all.forEach((name, n) => this.fly(s("svg", { viewBox: "-13 -13 26 26" }, piece(name, 0, 0, 1, kind)), 32, from, to, n * 70));
  }

  private carry(name: string | undefined, side: number, from: DOMRect | null, to: DOMRect | null): void {
    const data = this.rules.tiles[name ?? ""];
    if (data) this.fly(s("svg", { viewBox: "-104 -90 208 180" }, tile(name!, data.edges, 0, side)), 96, from, to, 0);
  }

  private fly(picture: SVGSVGElement, size: number, from: DOMRect | null, to: DOMRect | null, later: number): void {
    if (!from || !to) return;
    picture.setAttribute("class", "flying");
    picture.setAttribute("aria-hidden", "true");
    picture.style.width = picture.style.height = `${size}px`;
    document.body.append(picture);
    // what lies outside of the window begins or ends at its edge
    const within = (middle: number, most: number) => Math.min(Math.max(middle, size), most - size) - size / 2;
    const at = (box: DOMRect) => `translate(${within(box.x + box.width / 2, innerWidth)}px, ${within(box.y + box.height / 2, innerHeight)}px)`;
    picture.animate([{ transform: at(from), opacity: 0.2 }, { opacity: 1, offset: 0.15 }, { opacity: 1, offset: 0.85 }, { transform: at(to), opacity: 0.2 }],
      { duration: LONG, delay: this.delay + later, easing: "ease-in-out", fill: "both" }).onfinish = () => picture.remove();
  }

  /** Lets a tile come to its place. */
  private grow(key: string | undefined, frames: Keyframe[]): void {
    this.element(key)?.firstElementChild?.animate(frames, { duration: LONG / 2, delay: this.delay, easing: "ease-out", fill: "backwards" });
  }
}
