// Compiles src/ into the package: node build.mjs. The first line of each result names the digest of the sources.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { build } from "esbuild";

const sources = new URL("src/", import.meta.url);
const digest = createHash("sha256");
for (const name of (await readdir(sources)).sort()) {
  digest.update(`${name}\n`).update(await readFile(new URL(name, sources)));
}
const entry = (name) => new URL(`src/${name}`, import.meta.url).pathname;
const shared = {
  outdir: new URL("../keyflower/web/static", import.meta.url).pathname,
  bundle: true,
  minify: true,
  charset: "utf8",
};
const made = `Made from client/src by client/build.mjs; sources ${digest.digest("hex")}`;
await build({ ...shared, entryPoints: { table: entry("table.css") }, banner: { css: `/* ${made} */` } });
await build({
  ...shared,
  // a browser loads the texts of its own language only
  entryPoints: { table: entry("main.tsx"), "text-uk": entry("uk.ts"), "text-pl": entry("pl.ts"), "text-ru": entry("ru.ts"), ...Object.fromEntries(["en", "uk", "pl", "ru"].map((code) => [`guide-${code}`, entry(`guide-${code}.ts`)])) },
  format: "esm",
  jsx: "automatic",
  jsxImportSource: "preact",
  target: "es2022",
  legalComments: "none",
  external: ["/static/*"],
  banner: { js: `// ${made}` },
});
