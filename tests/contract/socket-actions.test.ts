import { randomUUID } from "node:crypto";
import type { visibleErrors } from "@parley/contract/errors";
import { describe, expect, it } from "vitest";
import { newChat } from "../support/world/world.ts";
import { useSocketScene, failure } from "./socket-scene.ts";
import { names } from "../support/world/socket.ts";

const { scene, words, connected, message } = useSocketScene();
const { chatOf, questions } = scene;

describe("send_message", () => {
  it("streams chat_metadata, progress, what is shown, the text, and the message last", async () => {
    const socket = await connected();
    const frames = await socket.ask(message());
    // Text comes in as many pieces as it takes time for.
    expect(names(frames).filter((name, at, all) => name !== "text_delta" || all[at - 1] !== name)).toEqual([
      "chat_metadata",
      "processing",
      "text_delta",
      "processing",
      "visualization",
      "text_delta",
      "message",
    ]);
    expect(frames[0]?.data).toEqual({
      id: scene.own.chat_id,
      user_message_id: expect.any(String),
      turn_id: expect.any(String),
    });
    expect(frames[1]?.data).toEqual({ status: "starting" });
    const text = frames.flatMap((frame) => (frame.event === "text_delta" ? [frame.data.content] : [])).join("");
    expect(frames.at(-1)).toEqual({ event: "message", data: { content: text, id: expect.any(String) } });
    expect((await chatOf(scene.own.chat_id)).messages.at(-1)).toMatchObject({ type: "final", content: text });
  });

  it("shows tools only to those who ask for it", async () => {
    const socket = await connected();
    const frames = await socket.ask(message({ include_tool_events: true }));
    const [call, result] = [
      frames.find(({ event }) => event === "tool_call"),
      frames.find(({ event }) => event === "tool_result"),
    ];
    expect(call?.data).toEqual({ tool_call_id: expect.any(String), tool: "run_sql", args: { sql: "SELECT 1" } });
    expect(result?.data).toMatchObject({ tool: "run_sql", status: "success" });
    for (const include_tool_events of [false, null, undefined]) {
      scene.world.clock.advance(30_000);
      expect(names(await socket.ask(message({ include_tool_events })))).not.toContain("tool_call");
    }
  });

  it("keeps the chat's title; a chat without one takes it from the message", async () => {
    const socket = await connected();
    const named = await newChat(scene.world, scene.person, { title: "Mine" });
    await socket.ask(message({ chat_id: named, title: "Other" }));
    expect((await chatOf(named)).title).toBe("Mine");
    const unnamed = await newChat(scene.world, scene.person);
    await socket.ask(message({ chat_id: unnamed }));
    expect((await chatOf(unnamed)).title).toBe("Which regions are there?");
  });

  it("has the integration, the model and the uploads that it names, and runs a saved query", async () => {
    const socket = await connected();
    await socket.ask(
      message({ integration_id: scene.own.integration_id, model: "rules", upload_ids: [scene.own.upload_id] }),
    );
    expect(questions[0]).toMatchObject({
      model: "rules",
      integration: { id: scene.own.integration_id },
      uploads: [{ id: scene.own.upload_id }],
    });
    await socket.ask(message({ saved_query_id: scene.own.query_id, parameters: { region: "north" } }));
    expect(questions[1]?.saved_query).toMatchObject({ mode: "direct", values: { region: "north" } });
  });

  it("answers what is wrong with an error, and stays open", async () => {
    const socket = await connected();
    const unknown = randomUUID();
    const wrong: [object | string, keyof typeof visibleErrors][] = [
      [message({ chat_id: undefined }), "MISSING_CHAT_ID"],
      [message({ chat_id: null }), "MISSING_CHAT_ID"],
      [message({ chat_id: "" }), "MISSING_CHAT_ID"],
      [message({ chat_id: unknown }), "CHAT_NOT_FOUND"],
      [message({ chat_id: await newChat(scene.world, scene.tenant.other) }), "CHAT_NOT_FOUND"],
      [message({ integration_id: unknown }), "INTEGRATION_NOT_FOUND"],
      [message({ saved_query_id: unknown }), "SAVED_QUERY_NOT_FOUND"],
      [
        message({ saved_query_id: scene.own.query_id, integration_id: scene.own.integration_id }),
        "MISSING_QUERY_PARAMETER",
      ],
      [message({ upload_ids: [unknown] }), "UPLOAD_NOT_FOUND"],
      [message({ upload_ids: Array.from({ length: 11 }, () => unknown) }), "TOO_MANY_UPLOADS"],
      [message({ upload_ids: Array.from({ length: 11 }, () => scene.own.upload_id) }), "TOO_MANY_UPLOADS"],
      [message({ message: "x".repeat(8001) }), "MESSAGE_TOO_LONG"],
      [message({ message: "" }), "INVALID_FRAME"],
      [message({ message: 1 }), "INVALID_FRAME"],
      [{ action: "send_message" }, "INVALID_FRAME"],
      ["{", "INVALID_FRAME"],
      ["[]", "INVALID_FRAME"],
      [{ action: 1 }, "INVALID_FRAME"],
      [{ action: "dance" }, "UNKNOWN_ACTION"],
      [{ action: "edit_message", message_id: unknown, content: "Changed" }, "MESSAGE_NOT_FOUND"],
      [{ action: "edit_message", message_id: scene.own.answer_id, content: "Changed" }, "MESSAGE_NOT_EDITABLE"],
      [{ action: "edit_message", message_id: scene.own.message_id, content: "x".repeat(8001) }, "MESSAGE_TOO_LONG"],
      [{ action: "delete_message", message_id: unknown }, "MESSAGE_NOT_FOUND"],
      [{ action: "interrupt" }, "NOTHING_TO_INTERRUPT"],
    ];
    for (const [frame, code] of wrong)
      expect(await socket.ask(frame), JSON.stringify(frame).slice(0, 100)).toEqual([failure(code)]);
    expect(await socket.ask({ action: "ping" })).toEqual([{ event: "pong", data: {} }]);
  });

  it("is refused while the chat runs a turn", async () => {
    words.pause = 2000;
    const socket = await connected();
    await socket.send(message());
    const [begun] = socket.frames().flatMap((frame) => (frame.event === "chat_metadata" ? [frame.data] : []));
    const frames = await socket.ask(message());
    expect(frames).toContainEqual(failure("TURN_ALREADY_RUNNING", { turn_id: begun?.turn_id }));
    expect(names(frames).filter((name) => name === "message")).toHaveLength(1);
  });
});

describe("interrupt", () => {
  it("is answered by interrupted; the text so far is kept, the socket stays open, and nothing more comes of the turn", async () => {
    words.pause = 60_000;
    const socket = await connected();
    await socket.send(message());
    await expect.poll(() => names(socket.frames()).includes("text_delta")).toBe(true);
    const frames = await socket.ask({ action: "interrupt" });
    expect(frames).toEqual([{ event: "interrupted", data: { status: "interrupted" } }]);
    const chat = await chatOf(scene.own.chat_id);
    expect(chat.active_turn_id).toBeNull();
    expect(chat.messages.at(-1)).toMatchObject({ role: "assistant", content: "First. ", metadata: { partial: true } });
    words.pause = 0;
    expect(names(await socket.ask(message())).at(-1)).toBe("message");
    expect(await socket.ask({ action: "interrupt" })).toEqual([failure("NOTHING_TO_INTERRUPT")]);
  });
});

describe("edit_message", () => {
  it("replaces a user message and all that came after it by a new response, which starts with chat_metadata", async () => {
    const socket = await connected();
    await socket.ask(message());
    const before = (await chatOf(scene.own.chat_id)).messages;
    const frames = await socket.ask({
      action: "edit_message",
      message_id: scene.own.message_id,
      content: "Changed",
      integration_id: scene.own.integration_id,
    });
    expect(frames[0]).toEqual({
      event: "chat_metadata",
      data: { id: scene.own.chat_id, user_message_id: scene.own.message_id, turn_id: expect.any(String) },
    });
    const { messages, integration_id } = await chatOf(scene.own.chat_id);
    expect(integration_id).toBe(scene.own.integration_id);
    expect(before.length).toBeGreaterThan(messages.length);
    expect(messages.map(({ content }: { content: string }) => content)).toEqual([
      "Changed",
      expect.any(String),
      expect.any(String),
      "First. There are two regions.",
    ]);
    expect(questions.at(-1)).toMatchObject({ message: "Changed", history: [] });
  });

  it("keeps what was attached to the message", async () => {
    const socket = await connected();
    const [metadata] = await socket.ask(message({ upload_ids: [scene.own.upload_id] }));
    const message_id = metadata?.event === "chat_metadata" ? metadata.data.user_message_id : "";
    expect(names(await socket.ask({ action: "edit_message", message_id, content: "Changed" })).at(-1)).toBe("message");
    expect(questions.at(-1)).toMatchObject({ message: "Changed", uploads: [{ id: scene.own.upload_id }] });
  });

  it("leaves the running turn alone if it is refused", async () => {
    words.pause = 60_000;
    const socket = await connected();
    await socket.send(message());
    await expect.poll(() => names(socket.frames()).includes("text_delta")).toBe(true);
    const edit = { action: "edit_message", message_id: scene.own.message_id, content: "Changed" };
    await socket.send({ ...edit, integration_id: randomUUID() });
    expect(socket.frames()).toEqual([failure("INTEGRATION_NOT_FOUND")]);
    expect(names(await socket.ask({ action: "interrupt" }))).toEqual(["interrupted"]);
  });

  it("cancels a running turn first", async () => {
    words.pause = 60_000;
    const socket = await connected();
    await socket.send(message());
    await expect.poll(() => names(socket.frames()).includes("text_delta")).toBe(true);
    words.pause = 0;
    const frames = await socket.ask({ action: "edit_message", message_id: scene.own.message_id, content: "Changed" });
    // What ends comes before what begins.
    expect(names(frames).filter((name) => ["interrupted", "chat_metadata", "message"].includes(name))).toEqual([
      "interrupted",
      "chat_metadata",
      "message",
    ]);
    expect(frames.at(-1)).toMatchObject({ event: "message", data: { content: "First. There are two regions." } });
  });
});

describe("delete_message", () => {
  it("deletes a message and all later ones, and is answered by deleted", async () => {
    const socket = await connected();
    const before = (await chatOf(scene.own.chat_id)).messages.map(({ id }: { id: string }) => id);
    expect(before.at(-1)).toBe(scene.own.answer_id);
    await socket.ask(message());
    expect(await socket.ask({ action: "delete_message", message_id: scene.own.answer_id })).toEqual([
      { event: "deleted", data: { message_id: scene.own.answer_id } },
    ]);
    expect((await chatOf(scene.own.chat_id)).messages.map(({ id }: { id: string }) => id)).toEqual(before.slice(0, -1));
    expect(await socket.ask({ action: "delete_message", message_id: scene.own.answer_id })).toEqual([
      failure("MESSAGE_NOT_FOUND"),
    ]);
  });
});

describe("heartbeat", () => {
  it("comes every 15 seconds while a turn streams, and only if it was asked for", async () => {
    words.pause = 40_000;
    const [asked, unasked] = [await connected({ heartbeat: "1" }), await connected({ heartbeat: "true" })];
    const frames = await asked.ask(message());
    const beats = frames.flatMap((frame) => (frame.event === "heartbeat" ? [frame.data.ts] : []));
    // Two in 40 seconds; a busy machine makes them longer.
    expect(beats.length).toBeGreaterThanOrEqual(2);
    for (const [at, ts] of beats.slice(1).entries()) expect(ts - (beats[at] ?? ts)).toBeGreaterThanOrEqual(14);
    expect(names(await asked.ask({ action: "ping" }))).toEqual(["pong"]);
    words.pause = 20_000;
    expect(names(await unasked.ask(message()))).not.toContain("heartbeat");
  });
});
