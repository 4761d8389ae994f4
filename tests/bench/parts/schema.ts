import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { schemaText } from "@parley/analyst/schema-text";
import { tokensAbout } from "@parley/analyst/schema/token-estimate";
import { openDatasource } from "@parley/datasource/open";
import { tablesRead } from "@parley/datasource/tokens/tables";
import * as v from "valibot";
import { cryptic, largeSchema, type Part as Database, schemaOfPart, showsTable } from "../../support/large-schemas.ts";
import { atLeast, atMost, type Line, number } from "../load/report.ts";
import type { Part } from "./part.ts";

/** Tables of the databases that are made. */
const SIZES = [300, 500, 2_000];
/** Questions asked of each. */
const QUESTIONS = 600;
const INTROSPECTION_TIMEOUT_MS = 30_000;

const Asked = v.object({ db: v.string(), question: v.string(), sql: v.string() });
type Asked = v.InferOutput<typeof Asked>;

const read = (file: string): Asked[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => v.parse(Asked, JSON.parse(line)));

async function databasesIn(folder: string): Promise<Database[]> {
  const found: Database[] = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".sqlite"))) {
    const datasource = openDatasource({ engine: "sqlite", file: join(folder, file) });
    const schema = await datasource.introspect(AbortSignal.timeout(INTROSPECTION_TIMEOUT_MS));
    await datasource.close();
    found.push({ name: basename(file, ".sqlite"), schema });
  }
  return found;
}

/** Every n-th question, so that all databases are asked. */
const sample = (questions: readonly Asked[]) =>
  questions.filter((_, at) => at % Math.max(1, Math.floor(questions.length / QUESTIONS)) === 0);

/** S1: which of the tables that an answer needs a prompt shows with their columns, and how long the prompt gets. */
export const schema: Part = {
  name: "schema",
  title: "S1  Schema text of large databases, by questions whose SQL is known (--databases DIR --questions FILE)",
  onlyByName: true,
  async run({ databases, questions }) {
    if (databases === undefined || questions === undefined)
      return [
        {
          what: "needs --databases DIR of .sqlite files and --questions FILE of {db, question, sql} lines",
          figure: "–",
        },
      ];
    const all = await databasesIn(databases);
    const asked = read(questions);
    const lines: Line[] = [];
    for (const size of SIZES)
      for (const isCryptic of [false, true]) lines.push(...(await measured(all, asked, { size, isCryptic })));
    return lines;
  },
};

async function measured(
  all: readonly Database[],
  asked: readonly Asked[],
  { size, isCryptic }: { size: number; isCryptic: boolean },
): Promise<Line[]> {
  const made = largeSchema(all, size);
  const taken = new Set(made.parts.map(({ name }) => name));
  const { schema: hidden, nameOf } = cryptic(made.schema);
  const shown = isCryptic ? hidden : made.schema;
  let [needed, found, longest, sum] = [0, 0, 0, 0];
  const questions = sample(asked.filter(({ db }) => taken.has(db)));
  for (const { db, question, sql } of questions) {
    const place = schemaOfPart(made.parts, db);
    const text = await schemaText(shown, question);
    const tokens = tokensAbout(text);
    longest = Math.max(longest, tokens);
    sum += tokens;
    for (const name of tablesRead(sql, "sqlite")) {
      const table = made.schema.tables.find(
        (each) => each.schema === place && each.name.toLowerCase() === name.toLowerCase(),
      );
      if (!table) continue;
      needed += 1;
      if (showsTable(text, isCryptic ? { schema: place, name: nameOf.get(table) ?? "" } : table)) found += 1;
    }
  }
  const what = `${size} tables${isCryptic ? ", cryptic names and comments" : ""}`;
  const percent = (value: number) => number(value, 1);
  return [
    atLeast(
      `${what}: % of ${needed} tables that ${questions.length} questions need`,
      (100 * found) / Math.max(needed, 1),
      98,
      percent,
    ),
    atMost(
      `${what}: tokens of the longest (mean ${number(sum / Math.max(questions.length, 1), 0)})`,
      longest,
      5_000,
      percent,
    ),
  ];
}
