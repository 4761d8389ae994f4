import { spawn } from "node:child_process";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { newEncryptionKeys, newSigningKeys } from "@parley/core/environment/secrets";
import type { Deployment } from "@parley/operator/command";
import { runOperator } from "@parley/operator/run";
import { vi } from "vitest";
import { type TestBucket, startBucket } from "../support/bucket.ts";
import { baseFor, deploymentVariables } from "../support/environment.ts";
import { startTable, type TestTable } from "../support/table.ts";

/** What `npm run operator` runs. */
export const program = join(import.meta.dirname, "../../packages/operator/src/main.ts");

/** What a run of the command line left behind. */
export interface Run {
  code: number | null;
  stdout: string;
  stderr: string;
  /** Standard output, read as JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any;
  /** The last line of standard error, read as JSON, where it is a failure's. */
  error: { code: string; message: string; hint?: string } | undefined;
}

export interface CommandLine {
  /** The deployment, for what a test looks at by itself. */
  deployment: Deployment;
  bucket: TestBucket;
  /** The environment in which a process of its own finds the deployment. */
  env: NodeJS.ProcessEnv;
  /** Runs the command line in this process, `input` being its standard input; one run at a time. */
  run(args: readonly string[], input?: string): Promise<Run>;
  stop(): Promise<void>;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function runOf(code: number | null, stdout: string, stderr: string): Run {
  const last = parsed(stderr.trim().split("\n").at(-1) ?? "");
  const error = typeof last === "object" && last !== null && "error" in last ? last.error : undefined;
  // Tests assert what is in it.
  return { code, stdout, stderr, json: parsed(stdout), error: error as Run["error"] };
}

/** Runs the command line as a process of its own. */
export async function runProcess(
  args: readonly string[],
  { env, input = "", cwd }: { env: NodeJS.ProcessEnv; input?: string; cwd?: string },
): Promise<Run> {
  const { NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [program, ...args], {
    env: { NODE_COMPILE_CACHE, ...env },
    cwd,
    stdio: ["pipe", "pipe", "pipe"],
  });
  // A command that reads no input may have ended before it is written.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return runOf(code, stdout, stderr);
}

/** Runs the command line in this process, and takes what it says. */
export async function runHere(open: () => Promise<Deployment>, args: readonly string[], input = ""): Promise<Run> {
  const said = { log: "", error: "" };
  const spies = (["log", "error"] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((line: unknown) => void (said[name] += `${String(line)}\n`)),
  );
  try {
    const code = await runOperator(args, { input: Readable.from(input === "" ? [] : [input]), open });
    return runOf(code, said.log, said.error);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** A deployment on a table and a bucket of its own, and the command line on it. */
export async function startCommandLine(): Promise<CommandLine> {
  const [table, bucket]: [TestTable, TestBucket] = await Promise.all([startTable(), startBucket()]);
  const keys = { signingKeys: newSigningKeys(), encryptionKeys: newEncryptionKeys() };
  const env = { PATH: process.env["PATH"], ...deploymentVariables(table, bucket, keys) };
  const deployment = { ...baseFor(table, keys), files: bucket.files };
  return {
    deployment,
    bucket,
    env,
    run: (args, input) => runHere(async () => deployment, args, input),
    async stop() {
      await Promise.all([table.stop(), bucket.stop()]);
    },
  };
}
