import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { type Service, startService } from "../support/service.ts";
import { commandsOf, environmentWith, folderOf } from "./support/readme.ts";
import { openShop } from "./support/shop.ts";

let model: ModelServer;
let service: Service;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  // It would write on for ever when it is first asked.
  model = await startModelServer([
    [{ text: "The year began " }, { hang: true }],
    [{ text: "There are 12 customers." }],
  ]);
  service = await startService({ MODEL_BASE_URL: model.url, MODEL_ID: "scripted" });
  const { settings } = await (await openShop(service)).settings();
  environment = environmentWith(settings);
});
afterAll(async () => {
  await service.stop();
  await model.close();
});

/** A command whose input is typed, and what it has printed. */
function terminal(command: string) {
  const child = spawn("bash", ["-c", `exec ${command}`], { cwd: folderOf("socket-interrupt"), env: environment });
  let printed = "";
  for (const output of [child.stdout, child.stderr]) output.on("data", (piece: Buffer) => (printed += String(piece)));
  return {
    child,
    printed: () => printed,
    shows: async (words: string): Promise<void> => {
      while (!printed.includes(words)) await Promise.race([once(child.stdout, "data"), once(child.stderr, "data")]);
    },
  };
}

describe("examples/socket-interrupt", () => {
  it("stops an answer at Ctrl-C, and goes on with the next question on the same socket", async () => {
    const [, command = ""] = (await commandsOf("socket-interrupt")).join("").split(" | ");
    const { child, printed, shows } = terminal(command);
    child.stdin.write("How did the year begin?\n");
    await shows("The year began ");
    child.kill("SIGINT");
    await shows("(stopped)");
    child.stdin.end("How many customers are there?\n");
    expect(await once(child, "close")).toEqual([0, null]);
    expect(printed()).toContain("There are 12 customers.");
    expect(printed().match(/\(socket \w+\)/g)).toEqual(["(socket opened)", "(socket closed)"]);
    expect(model.requests[0]?.aborted).toBe(true);
  });
});
