import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { once } from "node:events";
import { createConnection, createServer, type AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { host } from "../api-gateway/listener.ts";

export interface ServerProgram {
  command: string;
  arguments: string[];
  /** What it prints goes here; the end of it explains a failure. */
  logFile: string;
  uid?: number;
  gid?: number;
  env?: NodeJS.ProcessEnv;
  /** Polled until it says that the program is ready. */
  ready: (pid: number) => boolean | Promise<boolean>;
  /** Called with the process id as soon as there is one. */
  started: (pid: number) => void;
  /** The signal that asks the program to end. */
  stopSignal: NodeJS.Signals;
}

export interface RunningProgram {
  pid: number;
  stop(): Promise<void>;
  /** Resolves when the program has ended, for whatever reason. */
  exited: Promise<void>;
}

/** A server program ended before it was ready. */
export class ProgramFailed extends Error {
  constructor(command: string, log: string) {
    super(`${command} did not start:\n${log}`);
    this.name = "ProgramFailed";
  }
}

/** What ends the programs of this process, including those that are not ready yet. */
const running = new Set<() => Promise<void>>();
let ended = false;

/** Ends all programs of this process; from now on none is started. */
export async function stopPrograms(): Promise<void> {
  ended = true;
  await Promise.all([...running].map((stopOne) => stopOne()));
}

const tail = (file: string): string => readFileSync(file, "utf8").trim().split("\n").slice(-8).join("\n");

async function stop(child: ChildProcess, exited: Promise<void>, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal);
  const forced = setTimeout(() => child.kill("SIGKILL"), 10_000); // a database writes all it holds first
  await exited;
  clearTimeout(forced);
}

/** Starts a server program and waits until it is ready. Rejects with `ProgramFailed`. */
export async function startProgram(program: ServerProgram): Promise<RunningProgram> {
  if (ended) throw new Error(`${program.command} is not started: its process is ending`);
  const log = openSync(program.logFile, "w", 0o600);
  const child = spawn(program.command, program.arguments, {
    stdio: ["ignore", log, log],
    ...(program.uid !== undefined && { uid: program.uid }),
    ...(program.gid !== undefined && { gid: program.gid }),
    ...(program.env && { env: program.env }),
  });
  closeSync(log);
  const end = new AbortController();
  const exited = new Promise<void>((resolve) => {
    const ends = () => {
      running.delete(stopThis);
      end.abort();
      resolve();
    };
    child.once("exit", ends);
    child.once("error", ends); // it could not be started at all
  });
  const stopThis = () => stop(child, exited, program.stopSignal);
  running.add(stopThis);
  const { pid } = child;
  if (pid !== undefined) {
    program.started(pid);
    while (!end.signal.aborted && !(await program.ready(pid))) await Promise.race([exited, pause(5)]);
  }
  if (end.signal.aborted || pid === undefined) throw new ProgramFailed(program.command, tail(program.logFile));
  return { pid, exited, stop: stopThis };
}

/** Whether something listens on a port of this machine. */
export function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

/** The wanted port if it is free, else any free one. */
export async function freePort(wanted = 0): Promise<number> {
  const server = createServer();
  try {
    server.listen(wanted, host);
    await once(server, "listening");
    return (server.address() as AddressInfo).port; // a TCP server's address is never a string
  } catch (error) {
    if (wanted !== 0) return freePort();
    throw error;
  } finally {
    server.close();
  }
}

/** Ports are chosen before the program takes them, so another program may be quicker: then the next one is tried. */
export async function onFreePort<Result>(
  wanted: number | undefined,
  start: (port: number) => Promise<Result>,
): Promise<Result> {
  const attempts = 12;
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(await freePort(attempt === 1 ? wanted : 0));
    } catch (error) {
      if (attempt === attempts || !(error instanceof ProgramFailed)) throw error;
      await pause(250); // the processes of a killed PostgreSQL take a moment to release its memory
    }
  }
}
