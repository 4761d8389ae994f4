import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { stoppedIn } from "@parley/core/answer/bounded-answer";
import { WebSocket } from "ws";
import type { FloodKind } from "../../support/model-server.ts";
import type { BenchMember } from "../cloud-process.ts";
import { call } from "../load/clients.ts";
import { atMost, type Line, milliseconds, number } from "../load/report.ts";
import { startStage, type Stage } from "../load/stage.ts";
import { question } from "../load/stamps.ts";
import type { Part } from "./part.ts";

/** What a model can write without end, as a small piece again and again: that is the most work. */
const KINDS = ["text", "reasoning", "arguments", "calls"] as const satisfies readonly FloodKind[];
/** Share of a core that one such turn may take. */
const CORE_SHARE = 0.25;
/** A turn that is cut sooner is counted as if it had lasted a second. */
const LEAST_MS = 1_000;
const INTERRUPTED_AFTER_MS = 300;

const messageOf = (flood: FloodKind) => question({ tokens: 1, everyMs: 0, flood });

/** One turn whose model floods: what share of a core the service took, and whether the answer says that it was cut. */
async function flooded(stage: Stage, { tokens: [token = ""], chats: [chat] }: BenchMember, kind: FloodKind) {
  const before = await stage.cloud.ask("cpu", undefined);
  const began = performance.now();
  const body = JSON.stringify({ chat_id: chat?.id, message: messageOf(kind) });
  const { text } = await call("POST", `${stage.baseUrl}/v1/chats`, token, {
    body,
    headers: { accept: "text/event-stream" },
  });
  const took = performance.now() - began;
  const cpu = (await stage.cloud.ask("cpu", undefined)) - before;
  const isCut = Object.values(stoppedIn("en")).some((words) => text.includes(words));
  return { took, cpu, share: cpu / Math.max(took, LEAST_MS), isCut };
}

/** How long (ms) after an interrupt on a socket its turn says that it was interrupted, while its model floods. */
async function interrupted(stage: Stage, { tokens: [token = ""], chats: [chat] }: BenchMember): Promise<number> {
  const socket = new WebSocket(stage.wsUrl, {
    headers: { authorization: `Bearer ${token}` },
    perMessageDeflate: false,
  });
  try {
    await once(socket, "message");
    const message = messageOf("arguments");
    socket.send(JSON.stringify({ action: "send_message", chat_id: chat?.id, message }));
    await once(socket, "message");
    await pause(INTERRUPTED_AFTER_MS);
    const told = new Promise<void>((resolve, reject) => {
      socket.on("message", (frame: Buffer) => {
        const { event } = JSON.parse(frame.toString());
        if (event === "interrupted") resolve();
        else if (event === "message" || event === "error") reject(new Error(`the turn ended with ${event}`));
      });
    });
    const began = performance.now();
    socket.send(JSON.stringify({ action: "interrupt" }));
    await told;
    return performance.now() - began;
  } finally {
    socket.close();
  }
}

/** P15: a model that writes as fast as the wire takes it is cut (D57), and takes little from others until then. */
export const flood: Part = {
  name: "flood",
  title: "P15  A model that writes without end, as fast as it is read",
  async run(options) {
    const stage = await startStage(options);
    try {
      const members = await stage.cloud.ask("seed", { members: KINDS.length + 2, tokens: 1, chats: 1 });
      const [warm, cut, ...others] = members;
      if (!warm || !cut) throw new Error("no members were seeded");
      await flooded(stage, warm, "text");
      const lines: Line[] = [];
      for (const [at, kind] of KINDS.entries()) {
        const member = others[at];
        if (!member) break;
        const { took, cpu, share, isCut } = await flooded(stage, member, kind);
        const what = `${kind}: share of a core (${milliseconds(cpu)} of CPU, cut after ${milliseconds(took)})`;
        lines.push(atMost(what, 100 * share, 100 * CORE_SHARE, (value) => `${number(value)} %`));
        lines.push({ what: `${kind}: says that it was cut`, figure: isCut ? "yes" : "no", target: "yes", met: isCut });
      }
      const what = "an interrupt takes effect after";
      return [...lines, atMost(what, await interrupted(stage, cut), 1_000, milliseconds)];
    } finally {
      await stage.stop();
    }
  },
};
