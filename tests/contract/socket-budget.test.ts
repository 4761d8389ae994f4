import { issueToken } from "@parley/core/auth/token";
import { describe, expect, it } from "vitest";
import { useSocketScene, failure } from "./socket-scene.ts";
import { names } from "../support/world/socket.ts";

// Ten seconds of a faster world are over too soon to send four messages in.
const { scene, connected, message } = useSocketScene({ speed: 1 });

describe("a member's budget", () => {
  it("spends the member's budget: the fourth in ten seconds gets RATE_LIMIT and when the next will pass", async () => {
    const [socket, second] = [await connected(), await connected()];
    for (const one of [socket, second, socket]) expect(names(await one.ask(message())).at(-1)).toBe("message");
    const [refused] = await second.ask(message());
    expect(refused).toEqual(failure("RATE_LIMIT", { retry_after_seconds: expect.any(Number) }));
    expect(refused?.event === "error" && refused.data.retryable).toBe(true);
    // Neither are these throttled, nor do they wait.
    for (let times = 0; times < 20; times++) expect(names(await socket.ask({ action: "ping" }))).toEqual(["pong"]);
    expect(await socket.ask({ action: "interrupt" })).toEqual([failure("NOTHING_TO_INTERRUPT")]);
    expect(
      names(await socket.ask({ action: "edit_message", message_id: scene.own.message_id, content: "Changed" })).at(-1),
    ).toBe("message");
    expect(names(await socket.ask({ action: "delete_message", message_id: scene.own.message_id }))).toEqual([
      "deleted",
    ]);
    // The durable route has the same budget.
    const token = (await issueToken(scene.world.base, scene.person.ctx.actor)).token;
    const at = `POST /v1/agents/${scene.own.agent_id}/chats/${scene.own.chat_id}/turns`;
    expect((await scene.world.call(at, { token, body: { client_request_id: "one", message: "Hello" } })).status).toBe(
      429,
    );
  });

  it("counts an edit: three of them leave nothing of the ten seconds", async () => {
    const socket = await connected();
    for (let times = 0; times < 3; times++) {
      expect(
        names(
          await socket.ask({ action: "edit_message", message_id: scene.own.message_id, content: `Changed ${times}` }),
        ).at(-1),
      ).toBe("message");
    }
    expect(await socket.ask(message())).toEqual([failure("RATE_LIMIT", { retry_after_seconds: expect.any(Number) })]);
  });

  it("counts an edit over HTTP with those on the socket, and refuses none", async () => {
    const socket = await connected();
    const { token } = await issueToken(scene.world.base, scene.person.ctx.actor);
    const { chat_id, message_id } = scene.own;
    const request = `POST /v1/chats/${chat_id}/messages/${message_id}/edit`;
    const edits = [
      () => scene.world.call(request, { token, body: { content: "Changed" } }).then(({ status }) => status),
      () =>
        socket.ask({ action: "edit_message", message_id, content: "Changed" }).then((frames) => names(frames).at(-1)),
    ];
    for (const edit of [...edits, ...edits]) expect([200, "message"]).toContain(await edit());
    expect(await socket.ask(message())).toEqual([failure("RATE_LIMIT", { retry_after_seconds: expect.any(Number) })]);
    const removal = `DELETE /v1/chats/${chat_id}/messages/${message_id}`;
    expect((await scene.world.call(removal, { token })).status).toBe(200);
  });
});
