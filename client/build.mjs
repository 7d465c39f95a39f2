// Compiles src/ into the package: node build.mjs. The first line of each result names the digest of the sources.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { build } from "esbuild";

const sources = new URL("src/", import.meta.url);
const digest = createHash("sha256");
for (const name of (await readdir(sources)).sort()) {
  digest.update(`${name}\n`).update(await readFile(new URL(name, sources)));
}
const entry = (name) => new URL(`src/${name}.ts`, import.meta.url).pathname;
await build({
  // a browser loads the texts of its own language only
  entryPoints: { table: entry("main"), "text-uk": entry("uk"), "text-pl": entry("pl"), "text-ru": entry("ru") },
  outdir: new URL("../keyflower/web/static", import.meta.url).pathname,
  bundle: true,
  minify: true,
  charset: "utf8",
  format: "esm",
  target: "es2022",
  legalComments: "none",
  external: ["/static/*"],
  banner: { js: `// Made from client/src by client/build.mjs; sources ${digest.digest("hex")}` },
});
