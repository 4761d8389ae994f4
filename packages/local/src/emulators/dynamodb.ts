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
  directory: string;
  logFile: string;
  wantedPort?: number | undefined;
  started: (pid: number) => void;
}

/** DynamoDB by dynoxide, in one SQLite file under the directory. */
export async function startDynamoDb({
  directory,
  logFile,
  wantedPort,
  started,
}: DynamoDbSettings): Promise<LocalDynamoDb> {
  const command = binary();
  mkdirSync(directory, { recursive: true });
  return onFreePort(wantedPort, async (port) => {
    const program = await startProgram({
      command,
      arguments: ["serve", "--host", host, "--port", String(port), "--db-path", join(directory, "table.db")],
      logFile,
      ready: () => listens(port),
      started,
      stopSignal: "SIGINT",
    });
    return { endpoint: `http://${host}:${port}`, port, program };
  });
}
