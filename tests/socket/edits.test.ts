import type { GetItemCommandInput, TransactWriteItemsCommandInput } from "@aws-sdk/client-dynamodb";
import { type TurnRecord, turnKey } from "@parley/core/turn/record";
import type { Frame } from "@parley/functions/socket/send-frames";
import { describe, expect, it } from "vitest";
import { scriptedAnswer } from "../support/world/world.ts";
import { names } from "../support/world/socket.ts";
import { hanging, useTalk } from "./scene.ts";

const { scene, now, connected, message, read, release } = useTalk();

describe("an edit of a message that is being answered", () => {
  it("gets its own turn only after interrupted, however long that takes", async () => {
    now.answer = hanging;
    const socket = await connected();
    await socket.send(message());
    let told: Frame[] = [];
    await expect.poll(() => names((told = [...told, ...socket.frames()]))).toContain("text_delta");
    const [metadata] = told;
    now.answer = scriptedAnswer;
    const { tell } = scene.world.base.frames;
    scene.world.base.frames.tell = async (id, frame) => (await scene.world.clock.sleep(10_000), tell(id, frame));
    const message_id = metadata?.event === "chat_metadata" ? metadata.data.user_message_id : "";
    const frames = await socket.ask({ action: "edit_message", message_id, content: "Changed" });
    scene.world.base.frames.tell = tell;
    expect(names(frames).filter((name) => ["interrupted", "chat_metadata", "message"].includes(name))).toEqual([
      "interrupted",
      "chat_metadata",
      "message",
    ]);
  });
});

describe("a connection that hangs while its message is edited", () => {
  it("gets nothing of the cancelled turn that waits behind the frame that hangs (D34)", async () => {
    now.answer = async function* (question, tools) {
      yield { type: "text_delta", content: "First. " };
      yield { type: "progress", status: "thinking" };
      return yield* hanging(question, tools);
    };
    const socket = await connected();
    const { post, tell } = scene.world.base.frames;
    const told = Promise.withResolvers<void>();
    scene.world.base.frames.tell = (id, frame) => tell(id, frame).finally(told.resolve);
    const hangs = Promise.withResolvers<void>();
    scene.world.base.frames.post = async (id, frame) => {
      if (frame.event === "text_delta") await (hangs.resolve(), told.promise);
      return post(id, frame);
    };
    const seen: Frame[] = [];
    try {
      await socket.send(message());
      await hangs.promise;
      seen.push(...socket.frames());
      const message_id = seen[0]?.event === "chat_metadata" ? seen[0].data.user_message_id : "";
      now.answer = scriptedAnswer;
      await socket.send({ action: "edit_message", message_id, content: "Which are there?" });
      await scene.world.settle();
    } finally {
      Object.assign(scene.world.base.frames, { post, tell });
    }
    seen.push(...socket.frames());
    // The frame that hangs may come at any time.
    const others = names(seen).filter((name) => name !== "text_delta");
    expect(others.slice(0, 4)).toEqual(["chat_metadata", "processing", "interrupted", "chat_metadata"]);
    expect(seen).not.toContainEqual({ event: "processing", data: { status: "thinking" } });
    expect(names(seen).at(-1)).toBe("message");
  });
});

describe("an edit that comes as the answer is complete", () => {
  it("is followed by nothing of the turn it cancels after interrupted (D34)", async () => {
    const socket = await connected();
    now.held = [];
    await socket.send(message());
    const [metadata] = socket.frames();
    const message_id = metadata?.event === "chat_metadata" ? metadata.data.user_message_id : "";
    const turn = turnKey(now.chat, (await read())?.active_turn_id ?? "");
    const isCancelled = async () =>
      (await scene.world.base.table.get<TurnRecord>(turn, { consistent: true }))?.cancel_requested;
    let editing: Promise<void> | undefined;
    // The text is on its way until the edit has checked for the turn's end a few times, or has sent it.
    const arrived = Promise.withResolvers<void>();
    let looks = 0;
    scene.world.table.intercept("editAtTheEnd", async ({ input }, send) => {
      // Whatever the command: a get has a key, and only a transaction has items.
      const { Key, TransactItems } = input as GetItemCommandInput & TransactWriteItemsCommandInput;
      if (editing && Key?.["sk"]?.S === turn.sk && (looks += 1) > 8) arrived.resolve();
      if (!editing && JSON.stringify(TransactItems ?? "").includes('"completed"')) {
        editing = socket.send({ action: "edit_message", message_id, content: "Which are there?" });
        await expect.poll(isCancelled, { interval: 1 }).toBe(true);
        looks = 0;
      }
      return send();
    });
    const { post, tell } = scene.world.base.frames;
    scene.world.base.frames.tell = (id, frame) => tell(id, frame).finally(arrived.resolve);
    scene.world.base.frames.post = async (id, frame) => {
      if (frame.event === "text_delta") await arrived.promise;
      return post(id, frame);
    };
    try {
      await release();
      await editing;
      await scene.world.settle();
    } finally {
      Object.assign(scene.world.base.frames, { post, tell });
      scene.world.table.release("editAtTheEnd");
    }
    const frames = names(socket.frames());
    const end = frames.indexOf("interrupted");
    expect(frames.slice(0, end)).toContain("text_delta");
    expect(frames.slice(end, end + 3)).toEqual(["interrupted", "chat_metadata", "processing"]);
    expect(frames.at(-1)).toBe("message");
  });
});
