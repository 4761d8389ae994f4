import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where to ask for the PostgreSQL server that test files share. */
    postgresOnDemand: number;
  }
}

interface Server {
  child: ChildProcess;
  /** Its port, or nothing if it ended before it had one. */
  port: Promise<string>;
}

function startServer(): Server {
  const child = fork(fileURLToPath(new URL("postgres-process.ts", import.meta.url)), { execArgv: [] });
  const port = new Promise<string>((resolve) => {
    child.once("message", (message) => resolve(typeof message === "string" ? message : ""));
    child.once("exit", () => resolve(""));
  });
  return { child, port };
}

/**
 * One PostgreSQL server for the tests of a run, started when the first file asks for it (`shared-postgres.ts`): who connects is
 * told its port. It ends with the run.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let server: Server | undefined;
  const desk = createServer((caller) => {
    caller.on("error", () => caller.destroy());
    server ??= startServer();
    void server.port.then((port) => caller.end(port));
  });
  await new Promise<void>((resolve) => desk.listen(0, "127.0.0.1", resolve));
  project.provide("postgresOnDemand", (desk.address() as AddressInfo).port); // a TCP server's address is never a string
  return async () => {
    desk.close();
    const child = server?.child;
    if (!child?.connected) return;
    const ended = once(child, "exit");
    child.disconnect();
    await ended;
  };
}
