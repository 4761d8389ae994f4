import {
  AbortedError,
  ConflictError,
  NotFoundError,
  TurnCancelled,
  TurnError,
  ValidationError,
} from "@parley/client/errors";
import { type AskEvent, Turn } from "@parley/client/turn";
import { describe, expect, it, vi } from "vitest";
import { eventsOf, namesOf, once, useClient } from "./support/client.ts";
import { textOf } from "./support/scripts.ts";

const scene = useClient();
/** The pieces of the text, together. */
const textIn = (events: readonly AskEvent[]) =>
  events
    .filter(({ event }) => event === "text_delta")
    .map(({ data }) => (data as { content: string }).content)
    .join("");

describe("an ask", () => {
  it("is answered with events as they come, then with the final message and its metadata", async () => {
    const turn = scene.client().ask({ message: "table of regions" });
    expect([turn.status, turn.text, turn.id, turn.chatId]).toEqual(["sending", "", null, null]);
    const events = await eventsOf(turn);
    const names = namesOf(events);
    expect(names.slice(0, 2)).toEqual(["chat_metadata", "processing"]);
    expect(names.filter((name) => name === "visualization")).toHaveLength(2);
    expect(names.at(-1)).toBe("message");
    expect(names).not.toContain("tool_call");
    expect(textIn(events)).toBe(textOf("table"));

    const answer = await turn.answer();
    const { messages } = await scene.chatOf(turn.chatId);
    expect(answer).toEqual(messages.at(-1));
    expect(answer.metadata?.visualizations).toEqual(turn.visualizations);
    expect(turn).toMatchObject({ status: "ended", text: answer.content, error: null, message: { id: answer.id } });
    expect(turn.userMessageId).toBe(messages[0].id);
    expect(scene.requests()).toEqual(["POST /v1/chats/create", "POST /v1/chats", "GET /v1/chats/…/messages/…"]);
  });

  it("has any number of readers, each from the first event on, and goes on when one leaves", async () => {
    const turn = scene.client().ask({ message: "text" });
    for await (const { event } of turn) if (event === "text_delta") break;
    const [first, second] = await Promise.all([eventsOf(turn), eventsOf(turn)]);
    expect(first).toEqual(second);
    expect(await eventsOf(turn)).toEqual(first);
    expect(textIn(first)).toBe(textOf("text"));
  });

  it("tells listeners of events and of its status until they are removed", async () => {
    const turn = scene.client().ask({ message: "text" });
    const statuses: string[] = [];
    const pieces: string[] = [];
    turn.on("status", (status) => statuses.push(status));
    const remove = turn.on("text_delta", ({ content }) => {
      pieces.push(content);
      if (pieces.length === 2) remove();
    });
    await turn.answer();
    expect(statuses).toEqual(["running", "ended"]);
    expect(pieces).toHaveLength(2);
  });

  it("is refused before it is asked as the error of its status, which answer and loop throw", async () => {
    const turn = scene.client().ask({ message: "", chat_id: "nowhere" });
    await expect(turn.answer()).rejects.toBeInstanceOf(ValidationError);
    await expect(eventsOf(turn)).rejects.toBe(turn.error);
    const lost = scene.client().ask({ message: "text", chat_id: "nowhere" });
    await expect(lost.answer()).rejects.toBeInstanceOf(NotFoundError);
  });

  it("whose answer fails throws TurnError with the contract's code, after its events", async () => {
    const turn = scene.client().ask({ message: "error" });
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { event } of turn) seen.push(event);
    })();
    await expect(reading).rejects.toBeInstanceOf(TurnError);
    expect(seen.at(-1)).toBe("error");
    await expect(turn.answer()).rejects.toMatchObject({ code: "QUERY_TIMEOUT", type: "timeout", retryable: true });
  });

  it("that nobody awaits crashes nothing, though it fails", async () => {
    const strays: unknown[] = [];
    const note = (error: unknown) => strays.push(error);
    process.on("unhandledRejection", note);
    const turn = scene.client().ask({ message: "text", chat_id: "nowhere" });
    await expect.poll(() => turn.status).toBe("ended");
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", note);
    expect(strays).toEqual([]);
  });

  it("can be asked again with a new id, in the same chat", async () => {
    const { ask } = scene.client();
    const turn = ask({ message: "text" });
    await turn.answer();
    const again = turn.retry();
    expect((await again.answer()).content).toBe(textOf("text"));
    expect(again.chatId).toBe(turn.chatId);
    const ids = scene.proxy.exchanges
      .filter(({ request }) => request === "POST /v1/chats")
      .map(({ body }) => JSON.parse(body).client_request_id);
    expect(new Set(ids).size).toBe(2);
  });
});

describe("the way of an ask", () => {
  it("is a durable turn if it has an id of the caller's, whose chat's agent is looked up once", async () => {
    const { ask } = scene.client();
    const chat_id = await newChat();
    const first = ask({ chat_id, message: "text", client_request_id: "one" });
    expect((await first.answer()).content).toBe(textOf("text"));
    const same = ask({ chat_id, message: "text", client_request_id: "one" });
    expect((await same.answer()).id).toBe((await first.answer()).id);
    expect(same.id).toBe(first.id);
    const durable = ["POST /v1/agents/…/chats/…/turns", "GET /v1/agents/…/chats/…/turns/…/events"];
    const message = "GET /v1/chats/…/messages/…";
    expect(scene.requests()).toEqual(["GET /v1/chats/…", ...durable, message, ...durable, message]);
  });

  it("is a durable turn on a platform that stops programs, unless the caller wishes otherwise", async () => {
    process.env["AWS_LAMBDA_FUNCTION_NAME"] = "report";
    const { ask } = scene.client();
    const turns = [ask({ message: "text" }), ask({ message: "text" }, { via: "stream" })];
    delete process.env["AWS_LAMBDA_FUNCTION_NAME"];
    for (const turn of turns) await turn.answer();
    const posts = scene.requests().filter((request) => request.startsWith("POST"));
    expect(posts.toSorted()).toEqual([
      "POST /v1/agents/…/chats/…/turns",
      "POST /v1/chats",
      "POST /v1/chats/create",
      "POST /v1/chats/create",
    ]);
  });

  it("is found where no environment may be read, and where a page did not come by HTTPS", async () => {
    const { ask } = scene.client();
    const { subtle } = crypto;
    const getRandomValues = crypto.getRandomValues.bind(crypto);
    vi.stubGlobal("Deno", {});
    vi.stubGlobal("crypto", { getRandomValues, subtle });
    vi.stubGlobal("process", {
      get env() {
        throw new Error("Requires env access");
      },
    });
    const turns = [ask({ message: "text" }), ask({ message: "text" })];
    // The service is in this process.
    vi.unstubAllGlobals();
    for (const turn of turns) expect((await turn.answer()).content).toBe(textOf("text"));
    const ids = scene.proxy.exchanges
      .filter(({ request }) => request === "POST /v1/chats")
      .map(({ body }) => JSON.parse(body).client_request_id);
    expect(new Set(ids).size).toBe(2);
  });
});

describe("tool events", () => {
  it.each(["stream", "turn"] as const)("are shown to those who ask for them, by %s", async (via) => {
    const turn = scene.client().ask({ message: "table", include_tool_events: true }, { via });
    const names = namesOf(await eventsOf(turn));
    expect(names.filter((name) => name.startsWith("tool_"))).toEqual(["tool_call", "tool_result"]);
    const place = { chat_id: turn.chatId ?? "", turn_id: turn.id ?? "" };
    const { follow } = scene.client();
    expect(namesOf(await eventsOf(follow({ ...place, include_tool_events: true })))).toEqual(names);
    expect(namesOf(await eventsOf(follow(place)))).not.toContain("tool_call");
  });
});

describe("a message that is changed", () => {
  it("is answered anew in its place, by a turn like any other, once though the response is lost", async () => {
    const { ask, edit } = scene.client();
    const asked = ask({ message: "text" });
    await asked.answer();
    const { chatId, userMessageId } = asked;
    let edits = 0;
    scene.proxy.plan((request) => (request.endsWith("/edit") && edits++ === 0 ? { lost: true } : {}));
    const turn = edit({ chat_id: chatId ?? "", message_id: userMessageId ?? "", content: "table" });
    const answer = await turn.answer();
    expect(answer.content).toBe(textOf("table"));
    expect(turn.userMessageId).toBe(userMessageId);
    expect(edits).toBe(1);
    const { messages } = await scene.chatOf(chatId);
    expect(messages[0]).toMatchObject({ id: userMessageId, content: "table" });
    expect(messages.at(-1)).toEqual(answer);
  });
});

describe("an id of the caller's", () => {
  it("that is used for another question is a conflict", async () => {
    const { ask } = scene.client();
    const turn = ask({ message: "text", client_request_id: "one" });
    await turn.answer();
    const { chatId: chat_id } = turn;
    const other = ask({ chat_id, message: "table", client_request_id: "one" });
    await expect(other.answer()).rejects.toMatchObject({
      name: "ConflictError",
      code: "IDEMPOTENCY_CONFLICT",
      turnId: null,
    });
  });

  it("is consumed by an integration that is not there, which the error says", async () => {
    const turn = scene.client().ask({
      chat_id: await newChat(),
      message: "text",
      integration_id: "019aa7c3-0a3c-71c9-8dc7-2a3b4c5d6e87",
      client_request_id: "one",
    });
    await expect(turn.answer()).rejects.toMatchObject({
      status: 400,
      consumed: true,
      message: "Integration not found",
    });
  });
});

describe("a turn that runs already", () => {
  it("is named by the conflict, and can be followed by another client, also once it has ended", async () => {
    const chat_id = await newChat();
    const turn = scene.client().ask({ chat_id, message: "long" });
    await once(turn, "text_delta");
    const other = scene.client();
    const refused = other.ask({ chat_id, message: "text" });
    const error = await refused.answer().catch((failure: unknown) => failure);
    if (!(error instanceof ConflictError)) throw error;
    expect(error).toMatchObject({ code: "TURN_ALREADY_RUNNING", turnId: turn.id });
    for (let times = 0; times < 2; times++) {
      const followed = other.follow({ chat_id, turn_id: error.turnId ?? "" });
      expect(await followed.answer()).toEqual(await turn.answer());
      expect(followed.text).toBe(textOf("long"));
      expect(await eventsOf(followed)).toEqual(await eventsOf(turn));
    }
  });
});

describe("a turn as lines", () => {
  it("is the same turn for its reader elsewhere", async () => {
    const turn = scene.client().ask({ message: "table" });
    const far = Turn.fromReadableStream(turn.toReadableStream());
    expect(await far.answer()).toEqual(await turn.answer());
    expect(await eventsOf(far)).toEqual(await eventsOf(turn));
    expect(far).toMatchObject({
      id: turn.id,
      chatId: turn.chatId,
      text: turn.text,
      visualizations: turn.visualizations,
    });
    await expect(Turn.fromReadableStream(turn.toReadableStream()).answer()).resolves.toEqual(await turn.answer());
  });

  it("carries its failure", async () => {
    const turn = scene.client().ask({ message: "error" });
    const far = Turn.fromReadableStream(turn.toReadableStream());
    const error = await turn.answer().catch((failure: unknown) => failure);
    await expect(far.answer()).rejects.toEqual(error);
    const refused = scene.client().ask({ chat_id: "nowhere", message: "text" });
    const farRefused = Turn.fromReadableStream(refused.toReadableStream());
    await expect(farRefused.answer()).rejects.toMatchObject({
      name: "NotFoundError",
      code: "CHAT_NOT_FOUND",
      status: 404,
    });
  });

  it("is a cut stream if the lines end early", async () => {
    const turn = scene.client().ask({ message: "text" });
    const [first] = await eventsOf(turn);
    const line = new TextEncoder().encode(`${JSON.stringify(first)}\n`);
    const lines = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(line);
        controller.close();
      },
    });
    await expect(Turn.fromReadableStream(lines).answer()).rejects.toMatchObject({ code: "CONNECTION_FAILED" });
  });
});

describe("a turn that is stopped", () => {
  it("by cancel ends with the text so far, which is kept, and answers with TurnCancelled", async () => {
    const turn = scene.client().ask({ message: "long" });
    await once(turn, "text_delta");
    await turn.cancel();
    expect(turn.status).toBe("ended");
    const error = await turn.answer().catch((failure: unknown) => failure);
    if (!(error instanceof TurnCancelled)) throw error;
    const { messages, active_turn_id } = await scene.chatOf(turn.chatId);
    expect(active_turn_id).toBeNull();
    expect(messages.at(-1)).toMatchObject({ content: error.partial, metadata: { partial: true } });
    expect(turn).toMatchObject({ text: error.partial, error });
    // A loop just ends.
    expect(textIn(await eventsOf(turn))).toBe(error.partial);
    await turn.cancel();
  });

  it("by its signal is cancelled, or only left alone if that is wished", async () => {
    const stop = new AbortController();
    const { ask } = scene.client();
    const cancelled = ask({ message: "long" }, { signal: stop.signal });
    const detached = ask({ message: "long" }, { signal: stop.signal, onAbort: "detach" });
    await Promise.all([once(cancelled, "text_delta"), once(detached, "text_delta")]);
    stop.abort();
    await expect(detached.answer()).rejects.toBeInstanceOf(AbortedError);
    await expect(cancelled.answer()).rejects.toBeInstanceOf(TurnCancelled);
    const { chatId: chat_id, id: turn_id } = detached;
    const followed = scene.client().follow({ chat_id: chat_id ?? "", turn_id: turn_id ?? "" });
    expect((await followed.answer()).content).toBe(textOf("long"));
  });

  it("from elsewhere answers with TurnCancelled, too", async () => {
    const turn = scene.client().ask({ message: "cancelled" });
    await expect(turn.answer()).rejects.toMatchObject({ name: "TurnCancelled", partial: textOf("cancelled") });
    expect(turn.error).toBeInstanceOf(TurnCancelled);
  });

  it("before it began asks nothing", async () => {
    const turn = scene.client().ask({ message: "text" }, { signal: AbortSignal.abort() });
    await expect(turn.answer()).rejects.toBeInstanceOf(AbortedError);
    expect(await eventsOf(turn)).toEqual([]);
    expect(scene.requests()).toEqual([]);
  });

  it("before its acceptance was heard of is cancelled all the same", async () => {
    const chat_id = await newChat();
    for (const via of ["stream", "turn"] as const) {
      // The service's answer comes after the client has lost patience.
      scene.proxy.plan((request) =>
        request.startsWith("POST") && !request.endsWith("cancel") ? { stall: { at: 0, ms: 3_000 } } : {},
      );
      const stop = new AbortController();
      const turn = scene.client().ask({ chat_id, message: `long ${via}` }, { signal: stop.signal, via });
      await expect.poll(async () => (await scene.chatOf(chat_id)).active_turn_id).not.toBeNull();
      stop.abort();
      await expect(turn.answer()).rejects.toThrow();
      await expect.poll(async () => (await scene.chatOf(chat_id)).active_turn_id, { timeout: 5_000 }).toBeNull();
      const { messages } = await scene.chatOf(chat_id);
      expect(messages.filter(({ content }: { content: string }) => content === `long ${via}`)).toHaveLength(1);
      expect(messages.at(-1).metadata?.partial ?? true).toBe(true);
    }
  });

  it("being listened to while it is sent is asked all the same", async () => {
    for (const via of ["stream", "turn"] as const) {
      scene.proxy.plan((request) => (request.startsWith("POST") ? { delay: 50 } : {}));
      const turn = scene.client().ask({ message: "text" }, { via });
      turn.detach();
      expect(turn.status).toBe("ended");
      await expect(turn.answer()).rejects.toBeInstanceOf(AbortedError);
      expect(await eventsOf(turn)).toEqual([]);
      await expect.poll(() => turn.chatId).not.toBeNull();
      const asked = async () => (await scene.chatOf(turn.chatId)).messages.at(-1)?.content;
      await expect.poll(asked, { timeout: 5_000 }).toBe(textOf("text"));
    }
  });

  it("by the end of its scope goes on in the service", async () => {
    let left: Turn | undefined;
    {
      using turn = scene.client().ask({ message: "text" });
      await once(turn, "chat_metadata");
      left = turn;
    }
    expect(left.status).toBe("ended");
    await expect(left.answer()).rejects.toBeInstanceOf(AbortedError);
    await expect.poll(async () => (await scene.chatOf(left.chatId)).messages.at(-1).content).toBe(textOf("text"));
  });
});

/** A chat of the person's in which nothing was asked. */
async function newChat(): Promise<string> {
  const { world } = scene.service;
  return (await world.call("POST /v1/chats/create", { token: scene.person.token, body: {} })).body.id;
}
