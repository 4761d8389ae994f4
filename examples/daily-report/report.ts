/**
 * Asks a list of questions and writes their answers as one Markdown file, for a cron job.
 *
 *     node report.ts questions.txt report.md
 *
 * Settings come from the environment: PARLEY_URL, PARLEY_API_KEY, PARLEY_SHARED_SECRET, PARLEY_EMAIL and PARLEY_INTEGRATION_ID.
 */
import { readFile, writeFile } from "node:fs/promises";
import { ParleyError, type Table } from "@parley/client";
import { createAuthenticator } from "@parley/client/server";

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}

const [source, target] = process.argv.slice(2);
if (source === undefined || target === undefined) throw new Error("node report.ts <questions> <report>");

const auth = createAuthenticator({
  baseUrl: setting("PARLEY_URL"),
  apiKey: setting("PARLEY_API_KEY"),
  sharedSecret: setting("PARLEY_SHARED_SECRET"),
  // The service takes 3 questions in 10 seconds and 10 in a minute: the client waits as it is told. A job has time for that.
  maxWait: 60_000,
  retries: 5,
  onRetry: ({ wait, error }) => console.error(`${error.message}: waiting ${Math.ceil(wait / 1000)} s`),
});
const parley = auth.client(setting("PARLEY_EMAIL"));
const integration_id = setting("PARLEY_INTEGRATION_ID");

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");
const line = (cells: string[]): string => `| ${cells.map(cell).join(" | ")} |`;

/** Rows of a table that a reader of a report wants to see. */
const SHOWN_ROWS = 20;

/** The first rows of a table in Markdown. */
function markdown({ headers, rows, row_count = rows.length }: Table): string {
  const shown = rows.slice(0, SHOWN_ROWS);
  const more = row_count > shown.length ? `\n\n… and ${row_count - shown.length} more rows.` : "";
  return [line(headers), line(headers.map(() => "---")), ...shown.map(line)].join("\n") + more;
}

let failures = 0;

/** A question and its answer as a chapter, also where there is no answer. */
async function chapter(message: string): Promise<string> {
  const turn = parley.ask({ integration_id, message });
  try {
    const { content } = await turn.answer();
    // One value alone is in the answer's sentence already.
    const tables = turn.visualizations.filter((shown) => shown.type === "table").filter(({ rows }) => rows.length > 1);
    return [`## ${message}`, content, ...tables.map(markdown)].join("\n\n");
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    failures += 1;
    return `## ${message}\n\nNo answer: ${error.message} (${error.code})`;
  }
}

const questions = (await readFile(source, "utf8")).split("\n").filter((question) => question.trim() !== "");
const chapters = [`# Report of ${new Date().toISOString().slice(0, 10)}`];
for (const question of questions) chapters.push(await chapter(question));
await writeFile(target, `${chapters.join("\n\n")}\n`);
console.log(`${questions.length - failures} of ${questions.length} questions answered: ${target}`);
if (failures > 0) process.exitCode = 1;
