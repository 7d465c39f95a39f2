// The one page: the lobby at "/", a table at "/t/...".
import { lobby } from "./lobby";
import { TableView } from "./table";
import { preferred, speak } from "./text";

const root = document.getElementById("app")!;
try {
  const theme = localStorage.getItem("keyflower.theme");
  if (theme) document.documentElement.dataset["theme"] = theme;
} catch { /* private windows keep nothing */ }
const table = /^\/t\/([\w-]+)$/.exec(location.pathname)?.[1];
await speak(preferred()[0] ?? "en");
if (table) new TableView(root, table, location.hash.slice(1));
else lobby(root);
