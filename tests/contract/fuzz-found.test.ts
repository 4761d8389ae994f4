import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answered, send } from "./fuzz/gateway.ts";
import { type FuzzScene, startFuzzScene } from "./fuzz/scene.ts";
import type { Camp } from "./fuzz/camp.ts";

let scene: FuzzScene;
let camp: Camp;

beforeAll(async () => {
  scene = await startFuzzScene();
  ({ camp } = scene);
});
afterAll(() => scene.stop());

const post = (target: string, body: unknown, headers: Record<string, string> = {}): Promise<Answered> =>
  send({
    method: "POST",
    target,
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${camp.staff.member.person.token}`,
      ...headers,
    },
    body: JSON.stringify(body),
  });

describe("what the fuzz has found", () => {
  it("a header with characters that no header can carry is wrong, and no fault, on the streamed route too", async () => {
    const message = { message: "Which regions are there?", chat_id: camp.staff.member.own.chat_id };
    expect((await post("/v1/chats", message, { authorization: "Bearer ☃" })).status).toBe(401);
    expect((await post("/v1/chats", message, { "x-note": "☃" })).status).toBe(200);
  });
});
