// Makes types.ts from the schemas that the package ships: node generate.mjs [where to write]
import { readFile, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";

const bundle = new URL("../../keyflower/schema/schemas.json", import.meta.url);
const definitions = JSON.parse(await readFile(bundle, "utf8")).$defs;

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
    bannerComment: "// Made by generate.mjs from keyflower/schema/schemas.json: not to be edited.",
    unreachableDefinitions: true,
    additionalProperties: false,
  },
);
const plain = text.replace(/ \*\n \* This interface was referenced by `Everything`'s JSON-Schema\n \* via the `definition` "\w+"\.\n/g, "");
await writeFile(process.argv[2] ?? new URL("types.ts", import.meta.url), plain);
