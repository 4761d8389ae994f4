import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { asyncapi } from "./asyncapi.ts";
import { openapi } from "./openapi.ts";
import { referencePage } from "./page/page.ts";
import { script } from "./page/script.ts";
import { style } from "./page/style.ts";
import { clientTypes, failureTables } from "./types/types.ts";

/** The page's style sheet or script as a content security policy names it. */
const hashOf = (text: string): string => `sha256-${createHash("sha256").update(text).digest("base64")}`;

/** A module of the texts, by the name of each. */
const moduleOf = (texts: Readonly<Record<string, string>>): string =>
  [
    "// Made from the contract by `npm run documents`; do not edit.",
    ...Object.entries(texts).map(([name, text]) => `export const ${name} = ${JSON.stringify(text)};`),
    "",
  ].join("\n");

/** What is made of the contract, by file: the documents, a module each, so that the `docs` function loads only what it is asked for, and the client's types. */
export const generated = (): ReadonlyMap<URL, string> =>
  new Map([
    ...Object.entries({
      openapi: { text: JSON.stringify(openapi()) },
      asyncapi: { text: JSON.stringify(asyncapi()) },
      page: { text: referencePage(), styleHash: hashOf(style), scriptHash: hashOf(script) },
    }).map(([name, texts]) => [new URL(`generated/${name}.ts`, import.meta.url), moduleOf(texts)] as const),
    [new URL("../../../client/src/generated.ts", import.meta.url), clientTypes()],
    [new URL("../../../client/src/generated-failures.ts", import.meta.url), failureTables()],
  ]);

/** What a file holds; nothing where it is not there. */
function contentOf(file: URL): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** The files that the contract would make otherwise. */
export const stale = (): URL[] =>
  Array.from(generated()).flatMap(([file, text]) => (contentOf(file) === text ? [] : [file]));

if (import.meta.main) {
  if (process.argv.includes("--check")) {
    if (stale().length > 0) {
      console.error("The documents are stale: run `npm run documents`.");
      process.exit(1);
    }
  } else {
    mkdirSync(new URL("generated/", import.meta.url), { recursive: true });
    for (const [file, text] of generated()) {
      writeFileSync(file, text);
      console.log(`wrote ${file.pathname.split("/").at(-1)}: ${text.length} characters`);
    }
  }
}
