import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWarehouse } from "./fuzz/database.ts";
import { type Answered, send } from "./fuzz/gateway.ts";
import { type FuzzService, startFuzzService } from "./fuzz/service.ts";
import type { Camp } from "./fuzz/camp.ts";

let warehouse: Awaited<ReturnType<typeof startWarehouse>>;
let service: FuzzService;
let camp: Camp;

beforeAll(async () => {
  warehouse = await startWarehouse();
  service = await startFuzzService(warehouse.config);
  camp = await service.newCamp();
});
afterAll(async () => {
  await service.stop();
  await warehouse.stop();
});

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
