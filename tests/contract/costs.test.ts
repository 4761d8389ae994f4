import { randomUUID } from "node:crypto";
import { PutItemCommand, TransactWriteItemsCommand } from "@aws-sdk/client-dynamodb";
import { readText } from "@parley/analyst/documents/library";
import { rehearser } from "@parley/analyst/rehearsal/rehearser";
import { userKey } from "@parley/core/member/user-key";
import { runQueued } from "@parley/functions/worker/queue";
import type { SQSEvent } from "aws-lambda";
import { describe, expect, it } from "vitest";
import type { Answer } from "../support/api.ts";
import { scriptedAnswer } from "../support/world/world.ts";
import { useCosts } from "./costs-scene.ts";

const scene = useCosts();

describe("the emulator's capacity", () => {
  it("is DynamoDB's: a transaction's write costs twice a single one, by the KB", async () => {
    const put = (pk: string, size: number) => ({
      TableName: scene.world.table.name,
      Item: { pk: { S: pk }, sk: { S: "x" }, data: { S: "x".repeat(size) } },
    });
    const single = () => scene.world.table.client.send(new PutItemCommand(put("single", 10)));
    const transaction = (size: number) => () =>
      scene.world.table.client.send(
        new TransactWriteItemsCommand({ TransactItems: ["a", "b"].map((pk) => ({ Put: put(pk, size) })) }),
      );
    expect((await scene.counter.during(single)).write).toBe(1);
    expect((await scene.counter.during(transaction(10))).write).toBe(4);
    expect((await scene.counter.during(transaction(2100))).write).toBe(12);
  });
});

describe("calls before the answer and how deep they lie (P3)", () => {
  // Target: token-only lists 2 calls, 1 deep.
  it.each([
    ["GET /v1/models", 1],
    ["GET /v1/integrations", 2],
    ["GET /v1/projects", 2],
    ["GET /v1/agents", 2],
    ["GET /v1/queries", 2],
    ["GET /v1/user-memories", 2],
  ])("%s costs %d calls at once", async (request, calls) => {
    expect(await scene.costOf(request)).toMatchObject({ calls, depth: 1 });
  });

  it("GET /v1/chats costs three calls, two deep: the index has keys only", async () => {
    expect(await scene.costOf("GET /v1/chats")).toMatchObject({ calls: 3, depth: 2 });
  });

  it("POST /v1/authenticate costs two calls, two deep", async () => {
    // Target: 2/2.
    const { email } = scene.tenant.member;
    const body = { email, user_key: userKey(scene.tenant.sharedSecret, email) };
    const exchange = () =>
      scene.costOf("POST /v1/authenticate", { headers: { "x-api-key": scene.tenant.apiKey }, body });
    // An environment that meets a key for the first time looks whose it is; who has not been seen for an hour is noted.
    expect(await exchange()).toMatchObject({ calls: 5, depth: 5, write: 3 });
    expect(await exchange()).toMatchObject({ calls: 2, depth: 2, read: 1.5, write: 1 });
    const unknown = { headers: { "x-api-key": "pk_unknown" }, body };
    expect(await scene.costOf("POST /v1/authenticate", unknown, 401)).toMatchObject({ calls: 2, depth: 2 });
  });

  it("signing a page in costs three calls for the code and four for the session, renewing it three, ending it one", async () => {
    const { email } = scene.tenant.member;
    const headers = { "x-api-key": scene.tenant.apiKey };
    const who = { email, user_key: userKey(scene.tenant.sharedSecret, email) };
    await scene.world.call("POST /v1/authenticate", { headers, body: who });
    const asked = { headers, body: who };
    expect(await scene.costOf("POST /v1/session-codes", asked)).toMatchObject({
      calls: 3,
      depth: 3,
      read: 1.5,
      write: 2,
    });
    const { url } = (await scene.world.call("POST /v1/session-codes", asked)).body;
    const body = { code: new URL(url).hash.replace("#code=", "") };
    // The address's budget, the code, the member and the organization, and a transaction: each of its two writes counts twice.
    let cookie = "";
    const keep = ({ cookies }: Answer) => void (cookie = cookies[0]?.split(";")[0] ?? "");
    const signIn = () => scene.world.call("POST /v1/sessions", { body }).then(keep);
    expect(await scene.counter.during(signIn)).toMatchObject({ calls: 4, depth: 4, read: 3, write: 5 });
    const renew = () => scene.world.call("POST /v1/sessions/renew", { headers: { cookie } }).then(keep);
    expect(await scene.counter.during(renew)).toMatchObject({ calls: 3, depth: 3, read: 3, write: 1 });
    const remove = () => scene.world.call("DELETE /v1/sessions", { headers: { cookie } });
    expect(await scene.counter.during(remove)).toMatchObject({ calls: 1, depth: 1, write: 1 });
  });

  it("reading one message costs two calls at once, a chat three", async () => {
    // Target for a message: 2/1. A chat's messages are read beside it.
    expect(await scene.costOf(`GET /v1/chats/${scene.own.chat_id}/messages/${scene.own.answer_id}`)).toMatchObject({
      calls: 2,
      depth: 1,
    });
    expect(await scene.costOf(`GET /v1/chats/${scene.own.chat_id}`)).toMatchObject({ calls: 3, depth: 1 });
  });
});

describe("a connection that has not authenticated", () => {
  it("costs one write and one message, and its message one read", async () => {
    const connection = randomUUID();
    const opened = await scene.counter.during(() => scene.world.socket(connection, "$connect"));
    expect(opened.commands).toEqual(["PutItemCommand", "queue.send"]);
    const body = JSON.stringify({ kind: "silence", connection_id: connection });
    // The handler reads these fields only.
    const event = { Records: [{ messageId: "1", body }] } as SQSEvent;
    const ended = await scene.counter.during(() =>
      runQueued(scene.world.base, event, { answer: scriptedAnswer, readText, rehearse: rehearser }),
    );
    expect(ended.commands.filter((command) => !command.startsWith("frames."))).toEqual(["GetItemCommand"]);
    expect(scene.world.ended.has(connection)).toBe(true);
  });

  it("is ended by a frame other than its first one before anything else is read, in four looks at most", async () => {
    const connection = randomUUID();
    await scene.world.socket(connection, "$connect");
    const body = JSON.stringify({ action: "send_message", message: "Hello", chat_id: scene.own.chat_id });
    const { commands } = await scene.counter.during(() => scene.world.socket(connection, "$default", { body }));
    expect(commands.filter((command) => !command.startsWith("frames."))).toEqual(Array(4).fill("GetItemCommand"));
    expect(scene.world.ended.has(connection)).toBe(true);
  });
});
