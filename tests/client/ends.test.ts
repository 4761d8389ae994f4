import { ConnectionError, TurnCancelled } from "@parley/client/errors";
import { afterEach, describe, expect, it, vi } from "vitest";
import { eventsOf, once, useClient } from "./support/client.ts";
import { leftBehind } from "./support/leaks.ts";
import { textOf } from "./support/scripts.ts";
import { sampled } from "../support/sampled.ts";

const scene = useClient();
afterEach(() => vi.restoreAllMocks());

/** A chat of the person's in which nothing was asked. */
const newChat = async (): Promise<string> =>
  (await scene.service.world.call("POST /v1/chats/create", { token: scene.person.token, body: {} })).body.id;

describe("one request id from twenty clients at once", () => {
  it.each(["stream", "turn"] as const)("is one question with twenty equal answers, by %s", async (via) => {
    const question = { chat_id: await newChat(), message: "table", client_request_id: "one" };
    const turns = Array.from({ length: 20 }, () => scene.client().ask(question, { via }));
    const answers = await Promise.all(turns.map((turn) => turn.answer()));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(new Set(turns.map((turn) => JSON.stringify([turn.id, turn.text, turn.visualizations]))).size).toBe(1);
    const { messages } = await scene.chatOf(question.chat_id);
    expect(messages.filter(({ role }: { role: string }) => role === "user")).toHaveLength(1);
  });
});

describe("a turn that is cancelled at any of its events", () => {
  it.each(["stream", "turn"] as const)("ends once, and keeps what was delivered, by %s", async (via) => {
    const whole = await eventsOf(scene.client().ask({ message: "table" }, { via }));
    for (const at of sampled([...whole.keys()])) {
      const { token } = await scene.organization.add();
      const turn = scene.client({ token }).ask({ message: "table" }, { via });
      let delivered = "";
      let ends = 0;
      let seen = 0;
      for await (const { event, data } of turn) {
        if (event === "text_delta") delivered += data.content;
        if (event === "message" || event === "error") ends += 1;
        if (seen++ === at) await turn.cancel();
      }
      expect(ends).toBe(1);
      expect(turn.status).toBe("ended");
      const error = await turn.answer().then(
        () => null,
        (failure: unknown) => failure,
      );
      // It may have been faster than its cancellation.
      if (error === null) expect(delivered).toBe(textOf("table"));
      else if (error instanceof TurnCancelled) expect(error.partial).toBe(delivered);
      else throw error;
      expect(turn.text).toBe(delivered);
    }
  });
});

describe("a turn that cannot be followed", () => {
  it("is given up after eight cuts without a new event, with its id", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    scene.proxy.plan((request) => (request.endsWith("/events") ? { cut: 0 } : {}));
    const turn = scene.client().ask({ message: "text" }, { via: "turn" });
    const error = await turn.answer().catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ turnId: turn.id });
    expect(scene.requests().filter((request) => request.endsWith("/events"))).toHaveLength(8);
    // It was answered all the same.
    scene.proxy.plan(() => ({}));
    const followed = scene.client().follow({ chat_id: turn.chatId ?? "", turn_id: turn.id ?? "" });
    expect((await followed.answer()).content).toBe(textOf("text"));
  });

  it("counts from the start again with each new event", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    // Twelve streams are cut within their first events.
    let streams = 0;
    scene.proxy.plan((request) => (request.endsWith("/events") && streams++ < 12 ? { cut: 300 } : {}));
    const turn = scene.client().ask({ message: "long" }, { via: "turn" });
    expect((await turn.answer()).content).toBe(textOf("long"));
    expect(streams).toBe(13);
  });

  it("is looked for again at once when the browser is online", async () => {
    vi.spyOn(Math, "random").mockReturnValue(1);
    let wake: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => {
      vi.stubGlobal("addEventListener", (name: string, listener: () => void) => {
        if (name !== "online") return;
        wake = listener;
        resolve();
      });
    });
    let streams = 0;
    scene.proxy.plan((request) => (request.endsWith("/events") && streams++ < 1 ? { cut: 0 } : {}));
    const statuses: string[] = [];
    const turn = scene.client().ask({ message: "text" }, { via: "turn" });
    turn.on("status", (status) => statuses.push(status));
    await waiting;
    expect(turn.status).toBe("reconnecting");
    wake();
    expect((await turn.answer()).content).toBe(textOf("text"));
    expect(statuses).toEqual(["running", "reconnecting", "running", "ended"]);
    vi.unstubAllGlobals();
  });

  it("is cut when nothing comes for 45 seconds", async () => {
    let streams = 0;
    scene.proxy.plan((request) =>
      request.endsWith("/events") && streams++ === 0 ? { stall: { at: 500, ms: 600_000 } } : {},
    );
    const { ask, follow } = scene.client();
    const asked = ask({ message: "table" });
    await asked.answer();
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
    const turn = follow({ chat_id: asked.chatId ?? "", turn_id: asked.id ?? "" });
    await once(turn, "visualization");
    vi.advanceTimersByTime(44_000);
    expect(turn.status).toBe("running");
    vi.advanceTimersByTime(6_000);
    vi.useRealTimers();
    expect(await turn.answer()).toEqual(await asked.answer());
    expect(streams).toBe(2);
  });
});

describe("asks that have ended", () => {
  it("leave no listener, timer or connection behind, aborted or not", async () => {
    const left = await leftBehind(scene.service, 24);
    expect(left).toEqual({ ended: 24, listeners: 0, timers: expect.any(Number), connections: 0 });
    // Node's own fetch keeps one for all connections.
    expect(left.timers).toBeLessThanOrEqual(1);
  });
});
