/**
 * Uploads a file, asks about it, and saves the table of the answer as CSV.
 *
 *     node ask.ts expenses.csv "Total amount by category"
 *
 * Settings come from the environment: PARLEY_URL, PARLEY_API_KEY, PARLEY_SHARED_SECRET and PARLEY_EMAIL.
 */
import { openAsBlob } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { createAuthenticator } from "@parley/client/server";

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}

const [path, message] = process.argv.slice(2);
if (path === undefined || message === undefined) throw new Error("node ask.ts <file> <question>");

const auth = createAuthenticator({
  baseUrl: setting("PARLEY_URL"),
  apiKey: setting("PARLEY_API_KEY"),
  sharedSecret: setting("PARLEY_SHARED_SECRET"),
});
const parley = auth.client(setting("PARLEY_EMAIL"));

const upload = await parley.upload(await openAsBlob(path), { name: basename(path) });
console.log(`Uploaded ${upload.filename}, ${upload.size_bytes} bytes`);

const turn = parley.ask({ message, upload_ids: [upload.id] });
const { content } = await turn.answer();
console.log(content);

const table = turn.visualizations.find(({ type }) => type === "table");
if (table && turn.chatId !== null) {
  const csv = await parley.table.csv({ chat_id: turn.chatId, visualization_id: table.id });
  await writeFile("answer.csv", await csv.text());
  console.log("Saved answer.csv");
}
