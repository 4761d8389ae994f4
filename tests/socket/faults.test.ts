import { sweep } from "@parley/core/turn/sweep";
import { DatasourceError } from "@parley/datasource/types";
import { describe, expect, it } from "vitest";
import { newChat, scriptedAnswer } from "../support/world/world.ts";
import { names } from "../support/world/socket.ts";
import { hanging, useTalk } from "./scene.ts";

const { scene, now, connected, message, read, history, loseTurn } = useTalk();
const interrupted = { event: "interrupted", data: { status: "interrupted" } };
const lost = { event: "error", data: expect.objectContaining({ code: "WORKER_LOST", retryable: true }) };

describe("a frame that could not be delivered", () => {
  it("is followed by the turn's end only, with the whole text", async () => {
    now.answer = async function* (question, tools) {
      for (const content of ["One ", "two ", "three "]) {
        yield { type: "text_delta", content };
        await tools.clock.sleep(200);
      }
      return { ...(yield* scriptedAnswer(question, tools)), content: "One two three There are two regions." };
    };
    const socket = await connected();
    const { post } = scene.world.base.frames;
    let texts = 0;
    scene.world.base.frames.post = (id, frame) =>
      frame.event === "text_delta" && (texts += 1) === 2 ? Promise.reject(new Error("too busy")) : post(id, frame);
    const frames = await socket.ask(message());
    scene.world.base.frames.post = post;
    expect(names(frames)).toEqual(["chat_metadata", "processing", "text_delta", "message"]);
    expect(frames.at(-1)?.data).toMatchObject({ content: "One two three There are two regions." });
  });
});

describe("a turn whose worker died", () => {
  for (const how of ["claimed", "unclaimed"] as const) {
    it(`is reported by the sweeper, once, if it was ${how}`, async () => {
      const socket = await connected();
      await loseTurn(socket, how);
      await Promise.all([sweep(scene.world.base), sweep(scene.world.base)]);
      await sweep(scene.world.base);
      expect(socket.frames()).toEqual([lost]);
      expect(names(await socket.ask(message())).at(-1)).toBe("message");
    });
  }

  it("is reported even if a reader has settled it first", async () => {
    const socket = await connected();
    await loseTurn(socket, "claimed");
    expect((await history()).messages.map(({ type }) => type)).toEqual(["user", "error"]);
    await sweep(scene.world.base);
    expect(socket.frames()).toEqual([lost]);
    await sweep(scene.world.base);
    expect(socket.frames()).toEqual([]);
  });

  it("is reported before the turn of the connection's next message, and only then", async () => {
    const socket = await connected();
    await loseTurn(socket, "claimed");
    const frames = await socket.ask(message());
    expect(frames[0]).toEqual(lost);
    expect(names(frames.slice(1)).filter((name) => name === "chat_metadata" || name === "error")).toEqual([
      "chat_metadata",
    ]);
    expect(names(frames).at(-1)).toBe("message");
    scene.world.clock.advance(60_000);
    await sweep(scene.world.base);
    expect(socket.frames()).toEqual([]);
  });

  it("is not reported once the connection has a newer one in that chat, or is gone", async () => {
    const socket = await connected();
    await loseTurn(socket, "claimed");
    await history();
    now.answer = hanging;
    await socket.send(message());
    await sweep(scene.world.base);
    expect(names(await socket.ask({ action: "interrupt" }))).not.toContain("error");
    const gone = await connected();
    now.chat = await newChat(scene.world, scene.person);
    now.answer = scriptedAnswer;
    await loseTurn(gone, "claimed");
    await gone.close();
    await sweep(scene.world.base);
    expect(names(gone.frames())).toEqual([]);
    expect((await read())?.active_turn_id).toBeUndefined();
  });

  it("can still be interrupted", async () => {
    const socket = await connected();
    await loseTurn(socket, "claimed");
    expect(await socket.ask({ action: "interrupt" })).toEqual([interrupted]);
    await sweep(scene.world.base);
    expect(socket.frames()).toEqual([]);
    expect(await socket.ask({ action: "interrupt" })).toMatchObject([{ data: { code: "NOTHING_TO_INTERRUPT" } }]);
  });

  it("fails at once if no worker could be invoked", async () => {
    const socket = await connected();
    const usual = { ...scene.world.base.worker };
    scene.world.base.worker.invoke = () => Promise.reject(new Error("the function is not there"));
    try {
      const frames = await socket.ask(message());
      expect(frames.slice(2)).toEqual([lost]);
    } finally {
      Object.assign(scene.world.base.worker, usual);
    }
    expect((await read())?.active_turn_id).toBeUndefined();
  });
});

describe("a database that cannot be used", () => {
  it.each([
    ["for now", undefined, true],
    ["until somebody changes the integration", false, false],
  ] as const)("%s says so in the error's frame", async (_, cause, retryable) => {
    now.answer = () => {
      throw new DatasourceError("DATASOURCE_UNAVAILABLE", "Gone.", cause === undefined ? {} : { retryable: cause });
    };
    const socket = await connected();
    const frames = await socket.ask(message());
    expect(frames.at(-1)).toMatchObject({ event: "error", data: { code: "DATASOURCE_UNAVAILABLE", retryable } });
  });
});
