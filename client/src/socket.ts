// The connection to a table: it comes back by itself, and says what it has seen.
import type { Told } from "./protocol";

export class Connection {
  private socket: WebSocket | null = null;
  private wait = 300;
  private closed = false;
  /** The last ply that was told, with its digest; null before anything. */
  private seen: { ply: number; digest: string } | null = null;

  constructor(
    private readonly table: string,
    private readonly token: string,
    private readonly wishes: () => { language: string | null; accept: string[] },
    private readonly heard: (message: Told) => void,
    private readonly state: (connected: boolean) => void,
  ) {
    this.open();
  }

  private open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/socket`);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = 300;
      this.say({ type: "join", version: 3, token: this.token, since: this.seen, ...this.wishes() });
      this.state(true);
    };
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data as string) as Told;
      if (message.type === "table" || message.type === "change") this.seen = { ply: message.ply, digest: message.digest };
      if (message.type === "answer" && message.to === "join") this.closed = true;
      this.heard(message);
    };
    socket.onclose = () => {
      if (this.closed) return;
      this.state(false);
      setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(this.wait * 1.7, 5000);
    };
  }

  say(message: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
