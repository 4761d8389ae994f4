import { PLACE_STAYS_MS } from "@parley/core/chat/place";
import { describe, expect, it } from "vitest";
import { newChat } from "../support/world/world.ts";
import { message, useCosts } from "./costs-scene.ts";

const scene = useCosts();

describe("receipts", () => {
  it("one costs two calls at once: the words of the question are in the item of the answer", async () => {
    const cost = await scene.costOf(`GET /v1/chats/${scene.own.chat_id}/messages/${scene.own.answer_id}/receipt`);
    expect(cost).toMatchObject({ calls: 2, depth: 1, write: 0 });
  });

  it("a verification costs the same, the budget, and what it compares, read at once; an open database no call", async () => {
    const chat_id = await newChat(scene.world, scene.tenant.member);
    await scene.costOf("POST /v1/chats", { body: { chat_id, ...scene.question() } });
    const { body } = await scene.world.call(`GET /v1/chats/${chat_id}`, {
      token: await scene.world.refreshed(scene.tenant.member),
    });
    const verification = `POST /v1/chats/${chat_id}/messages/${body.messages.at(-1).id}/receipt/verify`;
    await scene.costOf(verification);
    // The caller first, for it spends a budget; the chat and the answer, the budget; the organization, the
    // integration, rules and memories.
    expect(await scene.costOf(verification)).toMatchObject({ calls: 7, write: 1 });
  });

  it("a turn of an organization that has a key costs no call more for its receipt", async () => {
    const chat = await newChat(scene.world, scene.tenant.member);
    await scene.costOf(scene.turnsOf(chat), { body: scene.question() }, 202);
    const { commands } = await scene.counter.during(() => scene.world.settle());
    expect(commands.filter((command) => /Put|Update|Transact/.test(command))).toHaveLength(3);
    // The rows of its table.
    expect(commands.filter((command) => command.startsWith("files."))).toEqual(["files.put"]);
  });
});

/** The write units of a durable turn's acceptance, and of its run without and with its log. */
async function costOfTurn(chat: string, body: object) {
  const accepted = await scene.costOf(scene.turnsOf(chat), { body }, 202);
  const run = await scene.counter.during(() => scene.world.settle());
  const log = run.commands.filter((command) => command === "PutItemCommand").length;
  return { accepted: accepted.write, run: run.write - log, log, commands: run.commands };
}

describe("capacity (P4)", () => {
  it("of an acceptance: three items in one transaction and an index entry", async () => {
    // Target: 8 WRU + 2 RRU. Chat, turn (its own idempotency record, which has its question) and budget are three writes; in
    // one transaction each counts twice. The index has a new entry: the open turn, without which a lost queue message would be
    // a lost turn. Reads: the chat, and half a unit each for the membership and for what the request id stands for.
    const chat = await newChat(scene.world, scene.tenant.member);
    const cost = await scene.costOf(scene.turnsOf(chat), { body: message() }, 202);
    expect(cost.write).toBeLessThanOrEqual(7);
    expect(cost.read).toBeLessThanOrEqual(2);
    await scene.world.settle();
    expect((await scene.costOf(scene.turnsOf(chat), { body: scene.question() }, 202)).write).toBeLessThanOrEqual(7);
    await scene.world.settle();
  });

  it("of a whole turn: an acceptance, a claim, a settlement, and one batch of its event log", async () => {
    // Target: 16 WRU and the log. Acceptance 7 (above); the claim 1; the settlement writes three items in a transaction
    // (turn, chat, answer: 6; D25) and an index entry: the turn is no longer open. The log of a short answer is one item.
    for (let reading = 0; reading < 2; reading++) {
      const chat = await newChat(scene.world, scene.tenant.member);
      await scene.costOf(scene.turnsOf(chat), { body: message() }, 202);
      await scene.world.settle();
      // Two readings of a list that are a second apart and agree are remembered; and the member may ask again.
      scene.world.clock.advance(60_000);
    }
    const chat = await newChat(scene.world, scene.tenant.member);
    // The first question of a chat, and the next ones of a conversation.
    for (let asked = 0; asked < 3; asked++)
      expect(await costOfTurn(chat, message())).toMatchObject({ accepted: 7, run: 8, log: 1 });
    // The chat moves in its member's list, where it was put there five minutes before: two entries more.
    scene.world.clock.advance(PLACE_STAYS_MS);
    expect(await costOfTurn(chat, message())).toMatchObject({ accepted: 7, run: 10, log: 1 });
    expect(await costOfTurn(chat, message())).toMatchObject({ accepted: 7, run: 8, log: 1 });
    // Where it was given another title meanwhile, it is in its exact place, and moves once.
    await scene.costOf(`PATCH /v1/chats/${chat}`, { body: { title: "Regions" } });
    expect(await costOfTurn(chat, message())).toMatchObject({ accepted: 7, run: 10, log: 1 });
    expect(await costOfTurn(chat, message())).toMatchObject({ accepted: 7, run: 8, log: 1 });
    // A receipt makes the answer a KB longer, which the settlement writes twice (D55).
    expect((await costOfTurn(chat, scene.question())).run).toBeLessThanOrEqual(10);
  });

  it("of a turn: what the question is made from is read at once, items in one call and the messages before it in another", async () => {
    const chat = await newChat(scene.world, scene.tenant.member);
    const { commands } = await costOfTurn(chat, scene.question());
    expect(commands.filter((command) => /Put|Update|Transact/.test(command))).toEqual([
      "UpdateItemCommand",
      "TransactWriteItemsCommand",
      "PutItemCommand",
    ]);
    // Rules, memories and saved queries are remembered.
    expect(commands.filter((command) => command === "QueryCommand")).toHaveLength(1);
    expect(commands.filter((command) => command === "BatchGetItemCommand")).toHaveLength(1);
  });
});
