import { createRequire } from "node:module";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { host } from "../api-gateway/listener.ts";
import { listens, onFreePort, startProgram, type RunningProgram } from "./child.ts";

export interface LocalDynamoDb {
  endpoint: string;
  port: number;
  program: RunningProgram;
}

/** The emulator is a program for one system, which npm installs only there. */
function binary(): string {
  const name = `@dynoxide/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), "dynoxide");
  } catch {
    throw new Error(
      `The DynamoDB emulator has no program for this system (${name} is not installed). ` +
        "Run another emulator, Amazon's DynamoDB Local for example, and name it: DYNAMODB_ENDPOINT=http://127.0.0.1:8000 npm start",
    );
  }
}

export interface DynamoDbSettings {
  /** Where the table is kept; absent: in memory, until the program ends. */
  directory?: string | undefined;
  logFile: string;
  wantedPort?: number | undefined;
  started: (pid: number) => void;
}

/** DynamoDB by dynoxide, in one SQLite file under the directory or in memory. */
export async function startDynamoDb({
  directory,
  logFile,
  wantedPort,
  started,
}: DynamoDbSettings): Promise<LocalDynamoDb> {
  const command = binary();
  if (directory !== undefined) mkdirSync(directory, { recursive: true });
  const place = directory === undefined ? [] : ["--db-path", join(directory, "table.db")];
  return onFreePort(wantedPort, async (port) => {
    const program = await startProgram({
      command,
      arguments: ["serve", "--host", host, "--port", String(port), ...place],
      logFile,
      // Its table takes one call at a time anyway: with one thread each costs a third less CPU, and is answered sooner.
      env: { ...process.env, TOKIO_WORKER_THREADS: "1" },
      ready: () => listens(port),
      started,
      stopSignal: "SIGINT",
    });
    return { endpoint: `http://${host}:${port}`, port, program };
  });
}
