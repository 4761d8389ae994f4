import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { UsageError } from "./command.ts";

/** Reads a secret from standard input, or asks for it where there is a terminal; it is never an argument. */
export async function readSecret(label: string): Promise<string> {
  const secret = process.stdin.isTTY ? await askHidden(label) : await readAll();
  if (secret === "")
    throw new UsageError(`${label} is empty: pipe it in, as in \`printf %s "$SECRET" | npm run operator -- …\``);
  return secret;
}

async function readAll(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks)
    .toString("utf8")
    .replace(/\r?\n$/, "");
}

async function askHidden(label: string): Promise<string> {
  process.stderr.write(`${label}: `);
  // What is typed goes nowhere.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await lines.question("");
  } finally {
    lines.close();
    process.stderr.write("\n");
  }
}
