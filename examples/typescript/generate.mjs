// Makes types.ts from the schemas that the package ships, or from the composed schema of a table with any expansions
// (a file, or the address of its /rules/.../schema.json): node generate.mjs [where to write] [schema]
import { readFile, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";

const bundle = new URL("../../keyflower/schema/schemas.json", import.meta.url);
const [where = new URL("types.ts", import.meta.url), composed] = process.argv.slice(2);

async function schema() {
  if (composed === undefined) return JSON.parse(await readFile(bundle, "utf8"));
  if (!/^https?:/.test(composed)) return JSON.parse(await readFile(composed, "utf8"));
  const answer = await fetch(composed);
  if (!answer.ok) throw new Error(`${composed}: ${answer.status} ${answer.statusText}`);
  return answer.json();
}

const definitions = (await schema()).$defs;

/** The tool knows tuples as draft 4 wrote them: a list under "items". */
function older(part) {
  if (Array.isArray(part)) return part.map(older);
  if (part === null || typeof part !== "object") return part;
  const { prefixItems, items, ...rest } = part;
  const copy = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, older(value)]));
  if (prefixItems) return { ...copy, items: older(prefixItems), additionalItems: false };
  return items === undefined ? copy : { ...copy, items: older(items) };
}

const text = await compile(
  older({ $defs: definitions, type: "object", additionalProperties: false, title: "Everything" }),
  "Everything",
  {
    bannerComment: `// Made by generate.mjs from ${composed ?? "keyflower/schema/schemas.json"}: not to be edited.`,
    unreachableDefinitions: true,
    additionalProperties: false,
  },
);
const plain = text.replace(/ \*\n \* This interface was referenced by `Everything`'s JSON-Schema\n \* via the `definition` "\w+"\.\n/g, "");
await writeFile(where, plain);
