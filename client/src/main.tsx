// The one page: the lobby at "/", a table at "/t/...".
import { render } from "preact";
import { App } from "./app";
import { Control } from "./control";
import { Lobby } from "./lobby";
import { wish } from "./model";
import { preferred, speak } from "./text";

const theme = wish("theme");
if (theme) document.documentElement.dataset["theme"] = theme;
const table = /^\/t\/([\w-]+)$/.exec(location.pathname)?.[1];
await speak(preferred()[0] ?? "en");
const root = document.getElementById("app")!;
if (table) render(<App control={new Control(table, location.hash.slice(1))} />, root);
else render(<Lobby />, root);
// an own page while there is no connection; browsers allow it on https and on this machine only
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/worker.js").catch(() => { /* then without */ });
