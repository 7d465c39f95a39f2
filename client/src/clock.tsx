// The clocks of a table: what is left for a seat, counted by the time of the server.
import { useEffect, useState } from "preact/hooks";
import type { Model } from "./model";
import { Glyph } from "./pictures";
import type { Clocks, Table } from "./protocol";
import { t } from "./text";

/** How many seconds a seat has left for its move and for the game, and whether they run; null if nothing is limited now. */
export function remaining({ move, game, seats }: Clocks, seat: number, now: number): { seconds: number; runs: boolean; limits: { of: "clockMove" | "clockGame"; seconds: number }[] } | null {
  const { left, since } = seats[seat]!, spent = since ? Math.max(0, now - since) : 0, rest = (seconds: number) => Math.max(0, seconds - spent);
  const limits = [...(move && since ? [{ of: "clockMove" as const, seconds: rest(move) }] : []), ...(game ? [{ of: "clockGame" as const, seconds: rest(left) }] : [])];
  return limits.length ? { seconds: Math.min(...limits.map((limit) => limit.seconds)), runs: since > 0, limits } : null;
}

/** A time as a clock shows it: 4:05, 1:04:05, or days and hours. */
export function shown(seconds: number): string {
  const whole = Math.ceil(seconds), two = (n: number) => `${n}`.padStart(2, "0");
  if (whole >= 86_400) return t("daysHours", { d: Math.floor(whole / 86_400), h: Math.floor((whole % 86_400) / 3600) });
  const hours = Math.floor(whole / 3600), minutes = Math.floor((whole % 3600) / 60);
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

const SHORT = 20;

/** The clock of a seat; nothing if the table has none. When your time gets short, a screen reader says so once. */
export function Clock({ model, table, seat }: { model: Model; table: Table; seat: number }) {
  const [, tick] = useState(0), clocks = model.past ? null : table.clocks, runs = Boolean(clocks?.seats[seat]?.since);
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => tick((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, [runs]);
  const left = clocks && seat >= 0 && !table.seats[seat]!.bot && table.view.deciding.length ? remaining(clocks, seat, Date.now() / 1000 - model.skew) : null;
  if (!left) return null;
  const short = left.runs && left.seconds <= SHORT, said = (seconds: number) => t("timeLeft", { name: table.seats[seat]!.name, time: shown(seconds) });
  return <><span class={`clock ${left.runs ? "runs" : ""} ${short ? "short" : ""}`} role="timer" aria-live="off" aria-label={said(left.seconds)} title={left.limits.map(({ of, seconds }) => `${t(of)}: ${shown(seconds)}`).join(" · ")}><Glyph name="clock" /><span aria-hidden="true">{shown(left.seconds)}</span></span>
    {seat === table.view.viewer ? <span class="sr" role="status">{short ? said(SHORT) : ""}</span> : null}</>;
}
