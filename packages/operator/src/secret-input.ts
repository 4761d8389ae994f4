import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { type Input, UsageError } from "./command.ts";

/** Reads a secret from standard input, or asks for it where there is a terminal; it is never an argument. */
export async function readSecret(label: string, input: Input): Promise<string> {
  const secret = input.isTTY ? await askHidden(label, input) : (await readAll(input)).replace(/\r?\n$/, "");
  if (secret === "")
    throw new UsageError(`${label} is empty: pipe it in, as in \`printf %s "$SECRET" | npm run operator -- …\``);
  return secret;
}

/** All of standard input, as text. */
export async function readAll(input: Input): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}

async function askHidden(label: string, input: Input): Promise<string> {
  process.stderr.write(`${label}: `);
  // What is typed goes nowhere.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: silent, terminal: true });
  try {
    return await lines.question("");
  } finally {
    lines.close();
    process.stderr.write("\n");
  }
}
