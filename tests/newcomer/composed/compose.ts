import { createHash } from "node:crypto";
import { randomFor } from "@parley/local/demo/random";
import type { Cell, Schema } from "./database.ts";
import type { Made, Phrase } from "./phrase.ts";
import { LATER, MENDED_FOR } from "./phrases.ts";
import { drawScene } from "./scene.ts";

/** A line of a question file, as `operator eval` reads it. */
export interface Line {
  db: string;
  question: string;
  sql: string | string[];
  class: string;
  after?: string[];
}

export interface Options {
  seed: number;
  /** How many questions of each database. */
  count: number;
  now: Date;
}

/** How often chance is asked for a scene of which a phrase can be said. */
const TRIES = 12;
const MOST_ROWS = 400;

/** The class of all questions by phrases that are kept apart: of these only totals are looked at. */
export const APART = "apart";

/** A third of the later phrases: those of whose name, hashed, the first byte is divisible by three. */
const KEPT_APART = new Set(LATER.filter(({ name }) => (createHash("sha256").update(name).digest()[0] ?? 0) % 3 === 0));

/** Questions of a database with the queries each must match, the same for a seed on every machine. */
export function compose(schema: Schema, { seed, count, now }: Options): Line[] {
  const lines = new Map<string, Line>();
  const random = randomFor("composed", seed, schema.name);
  for (let round = 0; lines.size < count && round < count; round++) {
    const before = lines.size;
    for (const each of random.shuffle([...MENDED_FOR, ...LATER])) {
      if (lines.size >= count) break;
      const line = lineOf(schema, each, () => drawScene(schema, random, now));
      if (line) lines.set(line.question, line);
    }
    if (lines.size === before) break;
  }
  return [...lines.values()];
}

function lineOf(schema: Schema, each: Phrase, draw: () => ReturnType<typeof drawScene>): Line | undefined {
  for (let tried = 0; tried < TRIES; tried++) {
    const scene = draw();
    const made = scene && each.make(scene);
    const sql = made && queriesOf(schema, made);
    if (!sql) continue;
    const question = typeof made.question === "string" ? made.question : scene.random.pick(made.question);
    const [only, ...more] = sql;
    return {
      db: schema.name,
      question,
      sql: only !== undefined && more.length === 0 ? only : sql,
      class: KEPT_APART.has(each) ? APART : each.name,
      ...(made.after !== undefined && { after: [made.after] }),
    };
  }
  return undefined;
}

/** The queries of what was made, where all can be run and the first says something. */
function queriesOf(schema: Schema, { sql }: Made): string[] | undefined {
  const queries = sql.filter((each) => each !== undefined);
  const results = queries.map((each) => schema.rows(each));
  const [first] = results;
  if (results.includes(undefined) || first === undefined || first.length === 0 || first.length > MOST_ROWS)
    return undefined;
  return first.flat().some((cell: Cell) => cell !== null) ? queries : undefined;
}
