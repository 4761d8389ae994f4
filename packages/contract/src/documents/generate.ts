import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { asyncapi } from "./asyncapi.ts";
import { openapi } from "./openapi.ts";
import { referencePage, style } from "./page.ts";

/** Where the documents are kept, as text that the `docs` function serves. */
const target = new URL("generated.ts", import.meta.url);

/** The page's style sheet as a content security policy names it. */
const styleHash = (): string => `sha256-${createHash("sha256").update(style).digest("base64")}`;

/** The module that holds the documents. */
export const generated = (): string =>
  [
    "// Made from the contract by `npm run documents`; do not edit.",
    `export const openapiText = ${JSON.stringify(JSON.stringify(openapi()))};`,
    `export const asyncapiText = ${JSON.stringify(JSON.stringify(asyncapi()))};`,
    `export const pageText = ${JSON.stringify(referencePage())};`,
    `export const pageStyleHash = ${JSON.stringify(styleHash())};`,
    "",
  ].join("\n");

if (import.meta.main) {
  const text = generated();
  if (process.argv.includes("--check")) {
    if (readFileSync(target, "utf8") !== text) {
      console.error("The documents are stale: run `npm run documents`.");
      process.exit(1);
    }
  } else {
    writeFileSync(target, text);
    console.log(`wrote ${text.length} characters`);
  }
}
