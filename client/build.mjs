// Compiles src/ into the package: node build.mjs. The first line of the result names the digest of the sources.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { build } from "esbuild";

const sources = new URL("src/", import.meta.url);
const digest = createHash("sha256");
for (const name of (await readdir(sources)).sort()) {
  digest.update(`${name}\n`).update(await readFile(new URL(name, sources)));
}
await build({
  entryPoints: [new URL("src/main.ts", import.meta.url).pathname],
  outfile: new URL("../keyflower/web/static/table.js", import.meta.url).pathname,
  bundle: true,
  minify: true,
  charset: "utf8",
  format: "esm",
  target: "es2022",
  legalComments: "none",
  banner: { js: `// Made from client/src by client/build.mjs; sources ${digest.digest("hex")}` },
});
