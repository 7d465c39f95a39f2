// The connection to a table: it reconnects by itself, says what it has seen, and keeps one action until it can be sent.
import type { Told } from "./protocol";

export interface Request { type: "play" | "undo" | "why" | "rematch" | "new_link" | "history" | "moment" | "log" | "play_on" | "review" | "hint" | "chat" | "take_over" | "come_back"; id: string; text?: string; reaction?: string; seat?: number; decision?: string; action?: string; ply?: number }

export class Connection {
  private socket: WebSocket | null = null;
  private wait = 300;
  private closed = false;
  private told = false;
  private kept: Request | null = null;
  private asked: Request | null = null; // an action that was sent and not answered yet
  private number = 0;
  /** The last ply that was received, with its digest; null before the first. */
  private seen: { ply: number; digest: string } | null = null;

  constructor(
    private readonly table: string,
    private readonly token: string,
    private readonly wishes: () => { language: string | null; accept: string[] },
    private readonly heard: (message: Told) => void,
    private readonly state: (connected: boolean) => void,
    private readonly decision: () => string | null,
  ) {
    this.open();
  }

  private open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/socket`);
    this.socket = socket;
    this.told = false;
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: "join", version: 3, token: this.token, since: this.seen, ...this.wishes() }));
    };
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data as string) as Told;
      if (message.type === "table" || message.type === "change") this.seen = { ply: message.ply, digest: message.digest };
      if (message.type === "answer" && message.to === "join") this.closed = true;
      if (message.type === "answer" && message.id === this.asked?.id) this.asked = null;
      if (message.type === "wait") this.wait = Math.max(this.wait, message.again * 1000); // it is closed now; come back then
      this.heard(message);
      if (message.type === "table" && !this.told) {
        this.wait = 300;
        this.told = true;
        this.state(true);
        this.flush();
      }
    };
    socket.onclose = () => {
      if (this.closed) return;
      this.told = false;
      this.kept ??= this.asked; // if it was stored, its question is not open any more, and it is not sent again
      this.asked = null;
      this.state(false);
      setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(this.wait * 1.7, 5000); // a longer wait was asked for once
    };
  }

  /** Sends what was kept, if the question that it answers is still open. */
  private flush(): void {
    const kept = this.kept;
    this.kept = null;
    if (!kept) return;
    if (kept.decision === undefined || kept.decision === this.decision()) this.send(kept);
    else this.heard({ type: "answer", to: kept.type, id: kept.id, outcome: "refused", code: "stale" });
  }

  get ready(): boolean { return this.told && this.socket?.readyState === WebSocket.OPEN; }

  /** Sends a message, now or when the connection is back; returns its id. */
  ask(message: Omit<Request, "id">): string {
    const request: Request = { ...message, id: `${++this.number}` };
    if (this.ready) this.send(request);
    else this.kept = request;
    return request.id;
  }

  speak(language: string): void { if (this.ready) this.socket!.send(JSON.stringify({ type: "speak", language })); }

  /** Forgets what is kept. */
  drop(): void { this.kept = null; }

  private send(request: Request): void {
    if (request.type === "play") this.asked = request;
    this.socket!.send(JSON.stringify(request));
  }
}
