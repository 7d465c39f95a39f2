// What happened, shown: pieces fly from where they were to where they are. Nothing moves for people who ask for that.
import { pieceId } from "./pictures";
import { pool, type GameEvent } from "./protocol";

const LONG = 450, STEP = 90, MOST = 8;
const SVG = "http://www.w3.org/2000/svg";

export class Motion {
  private readonly still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  private readonly before = new Map<string, DOMRect>();
  private delay = 0;

  /** Remembers where everything lies before it is drawn again. */
  constructor(private readonly root: HTMLElement, private readonly viewer: number) {
    if (!this.still) for (const element of root.querySelectorAll("[data-place]")) this.before.set(element.getAttribute("data-place")!, element.getBoundingClientRect());
  }

  show(events: readonly GameEvent[]): void {
    if (this.still || document.hidden) return;
    for (const event of events) {
      this.one(event);
      this.delay = Math.min(this.delay + STEP, 900);
    }
  }

  private one(event: GameEvent): void {
    const seat = event.seat === undefined ? null : this.seat(event.seat);
    switch (event.tag) {
      case "workers-bid": case "workers-used": return this.send(event.workers, seat, this.place(event.tile));
      case "good-moved": case "animal-moved": return this.send(`${event.good ?? ""}1`, this.place(event.origin), this.place(event.target));
      case "goods-gained": return this.send(event.goods, this.above(this.place(event.tile)), this.place(event.tile));
      case "animal-added": return this.send(`${event.good ?? ""}1`, this.above(this.place(event.pasture)), this.place(event.pasture));
      case "boat-taken": return this.send(`${event.workers ?? ""} ${event.skills ?? ""}`, this.place(event.boat), seat);
      case "workers-drawn": case "workers-gained": return this.send(event.workers, this.bag(), seat);
      case "skills-drawn": return this.send(event.skills, this.bag(), seat, "skill");
      case "stock-gained": return this.send(event.goods, this.bag(), seat);
      case "workers-paid": return this.send(event.workers, seat, this.bag());
      case "skills-paid": return this.send(event.shown, seat, this.bag(), "skill");
    }
  }

  private place(key: string | undefined): DOMRect | null {
    if (!key) return null;
    const find = (name: string) => this.root.querySelector(`[data-place="${CSS.escape(name)}"]`);
    return (find(key) ?? find(key.split("/")[0]!))?.getBoundingClientRect() ?? this.before.get(key) ?? null;
  }
  private seat(seat: number): DOMRect | null {
    return this.root.querySelector(seat === this.viewer ? ".hand .mine" : `[data-seat="${seat}"]`)?.getBoundingClientRect() ?? null;
  }
  private bag(): DOMRect | null { return this.root.querySelector(".head")?.getBoundingClientRect() ?? null; }
  private above(box: DOMRect | null): DOMRect | null { return box && new DOMRect(box.x, box.y - 70, box.width, box.height); }

  /** Lets pieces fly, one after the other. */
  private send(text: string | undefined, from: DOMRect | null, to: DOMRect | null, kind = "worker"): void {
    const all = pool(text).flatMap(([name, number]) => Array.from({ length: number }, () => name)).slice(0, MOST);
    all.forEach((name, n) => this.fly(pieceId(name, kind), from, to, n * 60));
  }

  private fly(id: string, from: DOMRect | null, to: DOMRect | null, later: number): void {
    if (!from || !to) return;
    const size = 30, picture = document.createElementNS(SVG, "svg"), use = document.createElementNS(SVG, "use");
    picture.setAttribute("viewBox", "-13 -13 26 26");
    picture.setAttribute("class", "flying");
    picture.setAttribute("aria-hidden", "true");
    use.setAttribute("href", `#${id}`);
    picture.append(use);
    document.body.append(picture);
    // what lies outside of the window begins or ends at its edge
    const within = (middle: number, most: number) => Math.min(Math.max(middle, size), most - size) - size / 2;
    const at = (box: DOMRect) => `translate(${within(box.x + box.width / 2, innerWidth)}px, ${within(box.y + box.height / 2, innerHeight)}px)`;
    picture.animate([{ transform: at(from), opacity: 0.2 }, { opacity: 1, offset: 0.15 }, { opacity: 1, offset: 0.85 }, { transform: at(to), opacity: 0.2 }],
      { duration: LONG, delay: this.delay + later, easing: "ease-in-out", fill: "both" }).onfinish = () => picture.remove();
  }
}
