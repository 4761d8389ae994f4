import { readFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatasource } from "@parley/datasource/open";
import type { Datasource, Schema } from "@parley/datasource/types";
import { interpret } from "@parley/interpreter/interpret";
import { traceText } from "@parley/interpreter/trace";

const file = join(import.meta.dirname, "../../packages/interpreter/README.md");

let folder: string;
let readme: string;
let datasource: Datasource;
let schema: Schema;
beforeAll(async () => {
  readme = await readFile(file, "utf8");
  folder = await mkdtemp(join(tmpdir(), "parley-readme-"));
  const database = new DatabaseSync(join(folder, "garden.sqlite"));
  database.exec(block("sql"));
  database.close();
  datasource = openDatasource({ engine: "sqlite", file: join(folder, "garden.sqlite") });
  schema = await datasource.introspect(new AbortController().signal);
});
afterAll(async () => {
  await datasource.close();
  await rm(folder, { recursive: true });
});

/** What the README has in its first block of a language. */
function block(language: string): string {
  const found = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\n\`\`\``).exec(readme)?.[1];
  if (found === undefined) throw new Error(`the README has no ${language}`);
  return found;
}

describe("the question that the README follows", () => {
  it("goes through the stages as it says", () => {
    const text = /npm run interpret -- "([^"]+)"/.exec(readme)?.[1] ?? "";
    const told: string[] = [];
    interpret({ text, schema, now: new Date("2026-06-15"), earlier: [], guidance: [] }, (step) => {
      if (step.stage !== "guidance") told.push(`${step.stage}\n${traceText(step).replace(/^/gm, "  ")}`);
    });
    expect(block("text")).toBe(told.join("\n\n"));
  });
});
