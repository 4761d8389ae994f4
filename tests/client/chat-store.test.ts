import { createChat, type ChatSnapshot, type ChatStore } from "@parley/client/chat-store";
import { createParley, type Parley } from "@parley/client/parley";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textOf } from "./support/scripts.ts";
import { startTestService, type TestService } from "./support/service.ts";

/** All snapshots from now on. */
function recorded(store: ChatStore): { snapshots: ChatSnapshot[]; stop: () => void } {
  const snapshots: ChatSnapshot[] = [];
  const stop = store.subscribe(() => snapshots.push(store.getSnapshot()));
  return { snapshots, stop };
}

/** Resolves with the first snapshot, the present one included, that is as wished. */
const when = (store: ChatStore, isWished: (snapshot: ChatSnapshot) => boolean): Promise<ChatSnapshot> =>
  new Promise((resolve) => {
    const look = () => {
      const snapshot = store.getSnapshot();
      if (!isWished(snapshot)) return;
      stop();
      resolve(snapshot);
    };
    const stop = store.subscribe(look);
    look();
  });

const isReady = ({ status }: ChatSnapshot) => status === "ready";
const hasAnswers = (count: number) => (snapshot: ChatSnapshot) =>
  isReady(snapshot) &&
  snapshot.messages.filter(({ role, type }) => role === "assistant" && type === "final").length === count;

/** A request that waits. */
interface Held {
  /** Sends it, and hands its answer on. */
  pass: () => void;
  /** Sends it; its answer waits. */
  answer: () => Promise<Response>;
  fail: () => void;
}

/** A `fetch` whose requests wait, where `isHeld` says so of `GET https://…`, until they are let through one by one, or `isOpen`. */
function held(isHeld: (request: string) => boolean) {
  const waiting: Held[] = [];
  const slow: typeof fetch = (address, init) => {
    if (gate.isOpen || !isHeld(`${init?.method} ${new Request(address).url}`)) return fetch(address, init);
    return new Promise((resolve, reject) => {
      let sent: Promise<Response> | undefined;
      const answer = () => (sent ??= fetch(address, init));
      init?.signal?.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
      waiting.push({ answer, pass: () => resolve(answer()), fail: () => reject(new TypeError("fetch failed")) });
    });
  };
  const gate = {
    isOpen: false,
    fetch: slow,
    /** Resolves with all of them once there were `count`. */
    waiting: async (count: number) => {
      await expect.poll(() => waiting.length).toBeGreaterThanOrEqual(count);
      return waiting;
    },
  };
  return gate;
}

describe("a chat as state", () => {
  let service: TestService;
  let organization: Awaited<ReturnType<TestService["newOrganization"]>>;
  let parley: Parley;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());
  const newMember = async () => {
    organization = await service.newOrganization();
    parley = createParley({ baseUrl: service.baseUrl, token: organization.member.token });
  };
  const answered = async (questions: string[], client = parley): Promise<ChatStore> => {
    const store = createChat(client);
    store.subscribe(() => undefined);
    for (const [at, question] of questions.entries()) {
      store.send(question);
      await when(store, hasAnswers(at + 1));
    }
    return store;
  };

  it("is created by its first message, and keeps the turn's key while it is sent, answered and kept", async () => {
    await newMember();
    const store = createChat(parley);
    const { snapshots } = recorded(store);
    const turn = store.send("table of regions");
    expect(store.getSnapshot()).toMatchObject({ status: "sending", chatId: null });
    expect(store.getSnapshot().turns[0]).toMatchObject({
      question: { id: null, content: "table of regions" },
      answer: null,
    });
    const message = await turn.answer();
    const last = await when(store, hasAnswers(1));
    expect(last.chatId).toBe(turn.chatId);
    expect(last.chat?.title).toBe("table of regions");
    expect(last.turns).toHaveLength(1);
    const [kept] = last.turns;
    expect(kept).toMatchObject({
      question: { id: turn.userMessageId },
      answer: { id: message.id, type: "final", content: textOf("table") },
      steps: [{ type: "tool", call: { tool: "run_sql" }, result: { status: "success" } }],
      visualizations: [{ type: "table" }, { type: "chart" }],
      status: "completed",
    });
    expect(new Set(snapshots.flatMap(({ turns }) => turns.map(({ key }) => key))).size).toBe(1);
    expect(new Set(snapshots.map(({ status }) => status))).toEqual(new Set(["sending", "running", "ready"]));
  });

  it("changes only the turn that streams", async () => {
    await newMember();
    const store = await answered(["text one", "text two"]);
    const [first, second] = store.getSnapshot().turns;
    const { snapshots } = recorded(store);
    await store.send("long").answer();
    await when(store, hasAnswers(3));
    for (const { turns } of snapshots) {
      expect(turns[0]).toBe(first);
      expect(turns[1]).toBe(second);
    }
  });

  it("finds the turn that runs after a reload, and can stop it", async () => {
    await newMember();
    const before = createChat(parley);
    before.subscribe(() => undefined);
    const turn = before.send("long");
    const { chatId } = await when(before, ({ turns }) => turns[0]?.answer !== null && turns.length > 0);
    const after = createChat(parley, { chatId: chatId ?? "" });
    expect(after.getSnapshot().status).toBe("loading");
    after.subscribe(() => undefined);
    const found = await when(after, ({ status }) => status === "running");
    expect(found.turns).toHaveLength(1);
    expect(found.turns[0]?.question).toMatchObject({ id: turn.userMessageId, content: "long" });
    await after.stop();
    const stopped = await when(after, isReady);
    expect(stopped.turns[0]).toMatchObject({ status: "cancelled" });
    expect(stopped.error).toBeNull();
  });

  it("shows an edit's cut at once, and takes it back when it is refused", async () => {
    await newMember();
    const store = await answered(["text one", "text two"]);
    const { messages } = store.getSnapshot();
    const [question, answer] = messages;
    const refused = store.edit(answer?.id ?? "", "text three");
    expect(store.getSnapshot().messages).toHaveLength(1);
    await expect(refused.answer()).rejects.toMatchObject({ code: "MESSAGE_NOT_EDITABLE" });
    const back = await when(store, ({ messages: now }) => now.length === messages.length);
    expect(back).toMatchObject({ status: "ready", error: { code: "MESSAGE_NOT_EDITABLE" } });
    expect(back.messages).toEqual(messages);

    store.edit(question?.id ?? "", "table instead");
    expect(store.getSnapshot().turns).toMatchObject([{ question: { content: "table instead" } }]);
    const edited = await when(store, hasAnswers(1));
    expect(edited.turns).toMatchObject([
      { question: { content: "table instead" }, answer: { content: textOf("table") } },
    ]);
    expect(edited.error).toBeNull();
  });

  it("deletes a message with all later ones, and puts them back when that is refused", async () => {
    await newMember();
    const store = await answered(["text one", "text two"]);
    const question = store.getSnapshot().messages.findLast(({ type }) => type === "user");
    await parley.message.remove({ chat_id: store.getSnapshot().chatId ?? "", message_id: question?.id ?? "" });
    const { messages } = store.getSnapshot();
    const removing = store.remove(question?.id ?? "");
    expect(store.getSnapshot().turns).toHaveLength(1);
    await removing;
    expect(store.getSnapshot()).toMatchObject({ error: { code: "MESSAGE_NOT_FOUND" }, messages });
    await store.refresh();
    expect(store.getSnapshot().turns).toHaveLength(1);
  });

  it("shows feedback at once, and takes it back when it is refused", async () => {
    await newMember();
    const store = await answered(["text"]);
    const answer = store.getSnapshot().messages.at(-1);
    const giving = store.feedback(answer?.id ?? "", "positive");
    expect(store.getSnapshot().turns[0]?.answer?.metadata?.feedback).toBe("positive");
    await giving;
    expect(store.getSnapshot().error).toBeNull();
    await store.feedback(answer?.id ?? "", "splendid" as "positive");
    expect(store.getSnapshot()).toMatchObject({ error: { code: "INVALID_FEEDBACK" } });
    expect(store.getSnapshot().turns[0]?.answer?.metadata?.feedback).toBe("positive");
  });

  it("takes a refused change back, but nothing that came meanwhile", async () => {
    await newMember();
    const gate = held((request) => request.includes("/feedback") || request.startsWith("DELETE"));
    const store = await answered(["text one"], parley.with({ fetch: gate.fetch, retries: 0 }));
    const [question, answer] = store.getSnapshot().messages;
    const giving = store.feedback(answer?.id ?? "", "splendid" as "positive");
    store.send("text two");
    await when(store, hasAnswers(2));
    const [refused] = await gate.waiting(1);
    refused?.pass();
    await giving;
    expect(store.getSnapshot().messages).toHaveLength(4);
    expect(store.getSnapshot().messages[1]?.metadata?.feedback).toBeUndefined();

    const removing = store.remove(question?.id ?? "");
    expect(store.getSnapshot().turns).toEqual([]);
    // What is read before the service has done it still has what is going.
    await store.refresh();
    expect(store.getSnapshot().turns).toEqual([]);
    const [, removal] = await gate.waiting(2);
    removal?.fail();
    await removing;
    expect(store.getSnapshot()).toMatchObject({ turns: [{}, {}], error: { code: "CONNECTION_FAILED" } });
  });

  it("never shows a reading that is older than what has happened since", async () => {
    await newMember();
    const gate = held((request) => /^GET .*chats.[0-9a-f-]+.limit/.test(request));
    gate.isOpen = true;
    const store = await answered(["text one"], parley.with({ fetch: gate.fetch }));
    gate.isOpen = false;
    const reading = store.refresh();
    const [earlier] = await gate.waiting(1);
    const response = earlier?.answer();
    await response;
    await store.send("text two").answer();
    gate.isOpen = true;
    earlier?.pass();
    await reading;
    expect((await when(store, hasAnswers(2))).turns).toHaveLength(2);
  });

  it("shows the history of a chat that is asked in before it has been read", async () => {
    await newMember();
    const chatId = (await answered(["text one"])).getSnapshot().chatId ?? "";
    const gate = held((request) => request.startsWith("GET") && !request.includes("/messages/"));
    const store = createChat(parley.with({ fetch: gate.fetch }), { chatId });
    store.subscribe(() => undefined);
    store.send("long");
    await when(store, ({ status }) => status === "running");
    gate.isOpen = true;
    for (const { pass } of await gate.waiting(1)) pass();
    const { turns } = await when(store, (snapshot) => snapshot.status === "running" && snapshot.turns.length > 1);
    expect(turns.map(({ question }) => question?.content)).toEqual(["text one", "long"]);
    await store.stop();
  });

  it("changes or deletes the question that is being answered, whose turn then ends", async () => {
    await newMember();
    const store = await answered(["text one"]);
    const turn = store.send("long");
    await when(store, ({ status, turns }) => status === "running" && turns[1]?.question?.id !== null);
    store.edit(turn.userMessageId ?? "", "cancelled");
    expect(store.getSnapshot().turns.map(({ question }) => question?.content)).toEqual(["text one", "cancelled"]);
    await when(store, ({ status, turns }) => status === "running" && turns[1]?.question?.id === turn.userMessageId);
    const removing = store.remove(turn.userMessageId ?? "");
    expect(store.getSnapshot()).toMatchObject({ status: "stopping", turns: [{}] });
    await removing;
    const { messages, error } = await when(store, isReady);
    expect(error).toBeNull();
    await store.refresh();
    expect(store.getSnapshot().messages).toEqual(messages);
    expect(messages).toHaveLength(2);
  });

  it("goes on with the turn that runs when an edit is refused", async () => {
    await newMember();
    const store = await answered(["text one"]);
    const answer = store.getSnapshot().messages[1];
    store.send("long");
    await when(store, ({ status }) => status === "running");
    const refused = store.edit(answer?.id ?? "", "text two");
    await expect(refused.answer()).rejects.toMatchObject({ code: "MESSAGE_NOT_EDITABLE" });
    const back = await when(store, ({ status }) => status === "running");
    expect(back.turns.map(({ question }) => question?.content)).toEqual(["text one", "long"]);
    expect(back.error).toMatchObject({ code: "MESSAGE_NOT_EDITABLE" });
    expect((await when(store, hasAnswers(2))).messages).toHaveLength(4);
  });

  it("follows the turn that another page has begun, rather than asking beside it", async () => {
    await newMember();
    const one = await answered(["text"]);
    const chatId = one.getSnapshot().chatId ?? "";
    const two = createChat(parley, { chatId });
    two.subscribe(() => undefined);
    await when(two, isReady);
    one.send("cancelled");
    await when(one, ({ status }) => status === "running");
    await expect(two.send("text two").answer()).rejects.toMatchObject({ code: "TURN_ALREADY_RUNNING" });
    const following = await when(two, ({ status }) => status === "running");
    expect(following.turns.at(-1)?.question?.content).toBe("cancelled");
    await two.stop();
    await when(two, isReady);
  });

  it("asks a failed question again in its place", async () => {
    await newMember();
    const store = createChat(parley);
    store.subscribe(() => undefined);
    store.send("error please");
    const failed = await when(store, ({ status, messages }) => status === "ready" && messages.length > 0);
    // What had been written by then stays.
    const answer = { type: "error" };
    expect(failed.turns).toMatchObject([{ status: "failed", answer, partial: textOf("error") }]);
    store.retry();
    await when(store, ({ status }) => status === "running");
    const again = await when(store, isReady);
    expect(again.turns).toHaveLength(1);
  });

  it("keeps a question that never arrived, to be sent again", async () => {
    await newMember();
    let isDown = true;
    const flaky = createParley({
      baseUrl: service.baseUrl,
      token: organization.member.token,
      retries: 0,
      fetch: (...of) => (isDown ? Promise.reject(new TypeError("fetch failed")) : fetch(...of)),
    });
    const store = createChat(flaky);
    store.subscribe(() => undefined);
    store.send("text");
    const failed = await when(store, isReady);
    expect(failed.turns).toMatchObject([{ question: { id: null, content: "text" }, status: "failed" }]);
    expect(failed.error).toMatchObject({ code: "CONNECTION_FAILED" });
    isDown = false;
    store.retry();
    expect((await when(store, hasAnswers(1))).turns).toHaveLength(1);
  });

  it("keeps a question that never arrived also when the chat is read again, unless it has arrived after all", async () => {
    await newMember();
    let fails: "before" | "after" | "never" = "never";
    const flaky = parley.with({
      retries: 0,
      fetch: async (address, init) => {
        if (fails === "before") throw new TypeError("down");
        const response = await fetch(address, init);
        if (fails === "after" && init?.method === "POST") throw new TypeError("lost");
        return response;
      },
    });
    const store = await answered(["text one"], flaky);
    fails = "before";
    store.send("text two");
    await when(store, ({ error }) => error !== null);
    fails = "never";
    await store.refresh();
    expect(store.getSnapshot().turns).toMatchObject([{}, { question: { content: "text two" }, status: "failed" }]);
    store.retry();
    await when(store, hasAnswers(2));

    fails = "after";
    store.send("text three");
    await when(store, isReady);
    fails = "never";
    await store.refresh();
    const { turns } = await when(store, hasAnswers(3));
    expect(turns.map(({ question }) => question?.content)).toEqual(["text one", "text two", "text three"]);
  });

  it("asks the failed question again, not an earlier one, though history could not be read", async () => {
    await newMember();
    let isDown = false;
    const flaky = parley.with({
      retries: 0,
      fetch: (address, init) =>
        isDown && new Request(address).url.includes("limit=")
          ? Promise.reject(new TypeError("down"))
          : fetch(address, init),
    });
    const store = await answered(["text one"], flaky);
    isDown = true;
    store.send("error please");
    await when(store, ({ error }) => error !== null);
    isDown = false;
    expect(store.getSnapshot().turns.at(-1)).toMatchObject({ status: "failed" });
    store.retry();
    expect(store.getSnapshot().turns).toMatchObject([{}, { question: { content: "error please" } }]);
    const again = await when(store, ({ status, messages }) => status === "ready" && messages.length > 2);
    expect(again.turns).toMatchObject([{ answer: { type: "final" } }, { answer: { type: "error" } }]);
  });

  it("stopped before the service has heard of it is no error", async () => {
    await newMember();
    const gate = held(() => true);
    const store = createChat(parley.with({ fetch: gate.fetch }));
    store.subscribe(() => undefined);
    store.send("text");
    await gate.waiting(1);
    await store.stop();
    expect(await when(store, isReady)).toMatchObject({ error: null, turns: [{ status: "cancelled" }] });
  });

  it("reads older messages page by page", async () => {
    await newMember();
    const first = await answered(["text 1", "text 2", "text 3"]);
    const { chatId, messages } = first.getSnapshot();
    const initialChat = await parley.chat.get({ chat_id: chatId ?? "", limit: 2 });
    const store = createChat(parley, { initialChat });
    expect(store.getSnapshot()).toMatchObject({ status: "ready", hasOlder: true });
    expect(store.getSnapshot().messages).toHaveLength(2);
    const [newest] = store.getSnapshot().turns;
    await Promise.all([store.loadOlder(), store.loadOlder()]);
    expect(store.getSnapshot().messages.map(({ id }) => id)).toEqual(messages.map(({ id }) => id));
    expect(store.getSnapshot().hasOlder).toBe(false);
    expect(store.getSnapshot().turns.at(-1)).toBe(newest);
  });

  it("asks what was sent though nobody looks any more", async () => {
    await newMember();
    const gate = held((request) => request.startsWith("POST"));
    const store = createChat(parley.with({ fetch: gate.fetch }));
    const stop = store.subscribe(() => undefined);
    const turn = store.send("text");
    await gate.waiting(1);
    stop();
    // Its leave is noticed with the next task.
    await new Promise((resolve) => setTimeout(resolve));
    gate.isOpen = true;
    for (const { pass } of await gate.waiting(1)) pass();
    await expect(turn.answer()).rejects.toMatchObject({ code: "ABORTED" });
    store.subscribe(() => undefined);
    expect((await when(store, hasAnswers(1))).turns).toMatchObject([{ answer: { content: textOf("text") } }]);
  });

  it("lets go of its turn when nobody looks any more; the turn goes on", async () => {
    await newMember();
    const store = createChat(parley);
    const stop = store.subscribe(() => undefined);
    const turn = store.send("long");
    await when(store, ({ status }) => status === "running");
    stop();
    await expect(turn.answer()).rejects.toMatchObject({ code: "ABORTED" });
    store.subscribe(() => undefined);
    const found = await when(store, hasAnswers(1));
    expect(found.turns).toMatchObject([{ answer: { content: textOf("long") } }]);
  });
});
