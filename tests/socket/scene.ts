import { limits } from "@parley/contract/limits";
import * as Chat from "@parley/core/chat/chat";
import { chatKey, type ChatRecord } from "@parley/core/chat/record";
import type { Answerer } from "@parley/core/answer/answer";
import { claim } from "@parley/core/turn/claim";
import type { SocketTask } from "@parley/core/wake/wake";
import { beforeAll, beforeEach, expect } from "vitest";
import { newChat, scriptedAnswer } from "../support/world/world.ts";
import { useScene } from "../support/world/scene.ts";
import { names, openSocket, type Socket } from "../support/world/socket.ts";

/** Says one word and waits until it is stopped. */
export const hanging: Answerer = async function* (question, tools) {
  yield { type: "text_delta", content: "First. " };
  await tools.clock.sleep(10 * 60_000, tools.signal);
  tools.signal.throwIfAborted();
  return yield* scriptedAnswer(question, tools);
};

interface Now {
  answer: Answerer;
  /** The chat that messages go to. */
  chat: string;
  /** The worker's invocations, while they are held back. */
  held: SocketTask[] | undefined;
}

/** A scene in which a person talks by socket, and the worker can be held back or die. */
export function useTalk() {
  const now: Now = { answer: scriptedAnswer, chat: "", held: undefined };
  const scene = useScene({ answer: (question, tools) => now.answer(question, tools) });

  beforeAll(() => {
    const { worker } = scene.world.base;
    const real = { ...worker };
    worker.invoke = async (task) => (now.held && task.kind === "turn" ? void now.held.push(task) : real.invoke(task));
  });
  beforeEach(async () => {
    now.answer = scriptedAnswer;
    now.held = undefined;
    now.chat = await newChat(scene.world, scene.person);
  });

  const message = (chat_id = now.chat) => ({ action: "send_message", message: "Which regions are there?", chat_id });
  const read = () => scene.world.base.table.get<ChatRecord>(chatKey(now.chat), { consistent: true });

  return {
    scene,
    now,
    message,
    /** The chat as it is in the table. */
    read,
    /** The chat as its member reads it. */
    history: (id = now.chat) => Chat.get({ ...scene.world.base, ...scene.person.ctx }, id, { limit: 50 }),

    connected: async (): Promise<Socket> => {
      const socket = await openSocket(scene.world, await scene.world.refreshed(scene.person));
      await scene.world.settle();
      expect(names(socket.frames())).toEqual(["authenticated"]);
      return socket;
    },

    /** Lets what was held back happen. */
    release: async (): Promise<void> => {
      const tasks = now.held ?? [];
      now.held = undefined;
      for (const task of tasks) await scene.world.base.worker.invoke(task);
      await scene.world.settle();
    },

    /** A turn of the socket's whose worker has died: after it was claimed, or before. */
    loseTurn: async (socket: Socket, how: "claimed" | "unclaimed", frame: object = message()): Promise<void> => {
      now.held = [];
      await socket.send(frame);
      const turnId = (await read())?.active_turn_id ?? "";
      if (how === "claimed") await claim(scene.world.base, now.chat, turnId, "gone");
      now.held = undefined;
      expect(names(socket.frames())).toEqual(["chat_metadata", "processing"]);
      scene.world.clock.advance(limits.turn_lease * 1000 + 1_000);
    },
  };
}
