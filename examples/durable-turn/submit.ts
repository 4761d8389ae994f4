/**
 * Asks a question that must be answered once, however often this program is stopped on the way.
 *
 *     node submit.ts "How many customers are there?"   asks, and prints the answer
 *     node submit.ts                                   goes on with the question that was asked before
 *
 * Settings come from the environment: PARLEY_URL, PARLEY_API_KEY, PARLEY_SHARED_SECRET, PARLEY_EMAIL and PARLEY_INTEGRATION_ID;
 * JOB (job.json) is the file that a question is kept in until it is answered.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { TurnError } from "@parley/client";
import { createAuthenticator } from "@parley/client/server";

/** What must survive a restart. */
interface Job {
  client_request_id: string;
  chat_id: string;
  message: string;
}

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}

const file = process.env["JOB"] ?? "job.json";
const auth = createAuthenticator({
  baseUrl: setting("PARLEY_URL"),
  apiKey: setting("PARLEY_API_KEY"),
  sharedSecret: setting("PARLEY_SHARED_SECRET"),
});
const parley = auth.client(setting("PARLEY_EMAIL"));

/** Writes the job down before anything is asked. A file that is renamed is never half a file. */
async function newJob(message: string): Promise<Job> {
  const { id } = await parley.chat.create({ integration_id: setting("PARLEY_INTEGRATION_ID") });
  const job = { client_request_id: crypto.randomUUID(), chat_id: id, message };
  writeFileSync(`${file}.new`, JSON.stringify(job));
  renameSync(`${file}.new`, file);
  return job;
}

async function jobToDo(): Promise<Job> {
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Job; // Written by `newJob`.
  const [message] = process.argv.slice(2);
  if (message === undefined) throw new Error("node submit.ts <question>");
  return newJob(message);
}

const job = await jobToDo();
console.log(`Asking as ${job.client_request_id}: ${job.message}`);

// The same id is the same turn: it is submitted if it never arrived, and followed from its first event if it did.
const turn = parley.ask(job);
const off = turn.on("status", () => {
  if (turn.id === null) return;
  console.log(`Accepted as turn ${turn.id}`);
  off();
});
try {
  const { content } = await turn.answer();
  console.log(content);
  rmSync(file);
} catch (error) {
  // An answer that failed stays failed: to ask again is another job, with another id.
  if (error instanceof TurnError) rmSync(file);
  throw error;
}
