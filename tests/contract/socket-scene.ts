import { visibleErrors } from "@parley/contract/errors";
import type { Answerer } from "@parley/core/answer/answer";
import { beforeEach, expect } from "vitest";
import { scriptedAnswer } from "../support/world/world.ts";
import { useScene } from "../support/world/scene.ts";
import { openSocket, type Socket } from "../support/world/socket.ts";

/** An `error` frame of the contract's table. */
export const failure = (code: keyof typeof visibleErrors, more: object = {}) => ({
  event: "error",
  data: {
    error: expect.any(String),
    code,
    retryable: visibleErrors[code].retryable,
    debug_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    error_type: visibleErrors[code].type,
    ...more,
  },
});

/** A scene whose person talks by socket, to an answerer that calls a tool before it answers. */
export function useSocketScene(options?: { speed: number }) {
  /** Milliseconds between the answerer's words. */
  const words = { pause: 0 };
  beforeEach(() => {
    words.pause = 0;
  });

  const withTool: Answerer = async function* (question, tools) {
    const tool_call_id = tools.ids.next();
    yield { type: "tool_call", call: { tool_call_id, tool: "run_sql", args: { sql: "SELECT 1" } } };
    yield {
      type: "tool_result",
      result: {
        tool_call_id,
        tool: "run_sql",
        status: "success",
        duration_ms: 1,
        summary: "1 row",
        result: null,
        error: null,
      },
    };
    yield { type: "text_delta", content: "First. " };
    await tools.clock.sleep(words.pause, tools.signal);
    tools.signal.throwIfAborted();
    const answer = yield* scriptedAnswer(question, tools);
    return { ...answer, content: `First. ${answer.content}` };
  };
  const scene = useScene({ answer: withTool, owning: true, ...options });

  const open = (token?: string, query?: Record<string, string>) => openSocket(scene.world, token, query);
  return {
    scene,
    words,
    open,

    /** A connection of the person's that has been authenticated. */
    connected: async (query?: Record<string, string>): Promise<Socket> => {
      const socket = await open(await scene.world.refreshed(scene.person), query);
      await scene.world.settle();
      expect(socket.frames()).toEqual([{ event: "authenticated", data: { status: "ok" } }]);
      return socket;
    },

    /** A `send_message` frame to the person's chat. */
    message: (more: object = {}) => ({
      action: "send_message",
      message: "Which regions are there?",
      chat_id: scene.own.chat_id,
      ...more,
    }),
  };
}
