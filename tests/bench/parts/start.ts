import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import type { DemoTenant } from "@parley/local/demo/demo-tenant";
import { streamTurn } from "../load/clients.ts";
import { percentile } from "../load/figures.ts";
import { type TreeUsage, usageOf } from "../load/process-tree.ts";
import { atMost, type Line, megabytes, milliseconds } from "../load/report.ts";
import { startStage } from "../load/stage.ts";
import { ANSWER } from "./frames.ts";
import type { Part } from "./part.ts";

const STARTS = 5;
const STREAMS = 100;
const FIRST_ANSWER_MS = 1300;
const SECOND_START_MS = 1500;
const MB = 1024 * 1024;
/** Programs of the databases that only a new demo needs have ended by then. */
const REST_MS = 6000;

const script = path.resolve(import.meta.dirname, "../../../packages/local/src/start.ts");

/** Signs in as the demo's first member that may: the first answer that needs the table. */
async function signIn(directory: string): Promise<void> {
  const demo = JSON.parse(readFileSync(path.join(directory, "demo.json"), "utf8")) as DemoTenant & { base_url: string };
  const [organization] = demo.organizations;
  const member = organization?.members.find(({ active }) => active);
  const response = await fetch(`${demo.base_url}/v1/authenticate`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": organization?.api_key ?? "" },
    body: JSON.stringify({ email: member?.email, user_key: member?.user_key }),
  });
  await response.text();
  if (response.status !== 200) throw new Error(`The first answer was ${response.status}`);
}

interface Started {
  /** Milliseconds to the line that says it is ready, and to the first answer. */
  ready: number;
  answered: number;
  /** CPU (ms) of all its processes up to then. */
  cpu: number;
  atRest?: TreeUsage;
}

/** Starts the service as `npm start` does, asks it one thing and stops it. `rest`: what it uses when it has nothing to do. */
async function startOnce(directory: string, { rest = false } = {}): Promise<Started> {
  const began = performance.now();
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, LOCAL_DIR: directory, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  try {
    for await (const line of createInterface(child.stdout)) if (line.includes("Parley is ready")) break;
    child.stdout.resume();
    const ready = performance.now() - began;
    await signIn(directory);
    const answered = performance.now() - began;
    const { cpu } = usageOf(child.pid ?? 0);
    if (rest) await pause(REST_MS);
    return { ready, answered, cpu, ...(rest && { atRest: usageOf(child.pid ?? 0) }) };
  } finally {
    child.kill("SIGINT");
    await exited;
  }
}

/** The most memory (bytes) of the service and its emulators while so many turns are streamed at a model's pace. */
async function memoryOfStreams(): Promise<number> {
  const stage = await startStage({});
  try {
    const members = await stage.cloud.ask("seed", { members: STREAMS, tokens: 1, chats: 1 });
    let most = 0;
    const watching = setInterval(() => {
      most = Math.max(most, usageOf(stage.cloud.pid).memory);
    }, 250);
    const turns = members.map(({ tokens: [token = ""], chats: [chat] }) =>
      streamTurn(stage.baseUrl, token, { chatId: chat?.id ?? "", ...ANSWER }),
    );
    await Promise.all(turns).finally(() => clearInterval(watching));
    return most;
  } finally {
    await stage.stop();
  }
}

/** P13: the local cloud, from `npm start` on. */
export const start: Part = {
  name: "start",
  title: `P13  The local cloud: the first start, the median of ${STARTS} on kept state, and memory (shared pages counted once)`,
  async run() {
    const directory = mkdtempSync(path.join(tmpdir(), "parley-bench-start-"));
    try {
      const first = await startOnce(directory);
      // It leaves its modules compiled; and what the second makes anew is made.
      await startOnce(directory);
      const warm: Started[] = [];
      for (let at = 0; at < STARTS; at++) warm.push(await startOnce(directory, { rest: at === STARTS - 1 }));
      const median = (of: (started: Started) => number) => percentile(warm.map(of), 0.5);
      const rest = warm.at(-1)?.atRest;
      const lines: Line[] = [
        { what: "first start: first answer", figure: milliseconds(first.answered) },
        { what: "first start: CPU of all processes", figure: milliseconds(first.cpu) },
        atMost(
          "kept state: ready",
          median(({ ready }) => ready),
          SECOND_START_MS,
          milliseconds,
        ),
        atMost(
          "kept state: first answer",
          median(({ answered }) => answered),
          FIRST_ANSWER_MS,
          milliseconds,
        ),
        { what: "kept state: CPU of all processes", figure: milliseconds(median(({ cpu }) => cpu)) },
        { what: "processes", figure: String(rest?.processes) },
        atMost("memory at rest", rest?.memory ?? Number.NaN, 350 * MB, megabytes),
        atMost(`memory with ${STREAMS} streams (without PostgreSQL)`, await memoryOfStreams(), 500 * MB, megabytes),
      ];
      return lines;
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
};
