import { randomUUID } from "node:crypto";
import { mayStay, PLACE_STAYS_MS, placeIn } from "@parley/core/chat/place";
import { chatKey, type ChatRecord } from "@parley/core/chat/record";
import { expr } from "@parley/core/store/expression";
import { type TurnRecord, turnKey } from "@parley/core/turn/record";
import { beforeEach, describe, expect, it } from "vitest";
import { useScene } from "../support/world/scene.ts";
import { newChat } from "../support/world/world.ts";

/** Chats that stay where they are in their member's list when their turns end, and are shown where they belong. */

const scene = useScene();
const MINUTE = 60_000;
let chat = "";
beforeEach(async () => {
  chat = await newChat(scene.world, scene.person);
});

const as = (request: string, body?: unknown) => scene.as(scene.person, request, body);
const kept = async (id = chat): Promise<ChatRecord> =>
  (await scene.world.base.table.get<ChatRecord>(chatKey(id), { consistent: true })) as ChatRecord; // which was made here
const entryOf = async (id = chat): Promise<string> => (await kept(id)).index_sk ?? "";
/** True for a chat whose entry of the index tells its last update. */
const isExact = async (id = chat) => placeIn(await entryOf(id)) === `${(await kept(id)).updated_at}#${id}`;

async function begin(id = chat): Promise<string> {
  const asked = { client_request_id: randomUUID(), message: "Which regions are there?" };
  const at = `/v1/agents/${scene.furniture.agent_id}/chats/${id}/turns`;
  return (await as(`POST ${at}`, asked)).body.turn_id;
}

async function ask(id = chat): Promise<void> {
  await begin(id);
  await scene.world.settle();
}

/** The ids of the caller's chats, page by page. */
async function listed(query = "limit=1"): Promise<string[]> {
  const ids: string[] = [];
  let cursor = "";
  do {
    const { body } = await as(`GET /v1/chats?${query}${cursor && `&cursor=${cursor}`}`);
    ids.push(...body.chats.map(({ id }: { id: string }) => id));
    cursor = body.next_cursor ?? "";
  } while (cursor !== "");
  return ids;
}

describe("a chat that is asked within minutes of being put in its place", () => {
  it("stays there, and comes first in its member's list and in a search", async () => {
    const other = await newChat(scene.world, scene.person);
    const entry = await entryOf();
    await ask();
    await ask(other);
    await ask();
    expect(await entryOf()).toBe(entry);
    expect(await isExact()).toBe(false);
    for (const query of ["limit=1", "limit=2", "limit=1&search=regions"])
      expect(await listed(query)).toEqual([chat, other]);
    await ask(other);
    expect(await listed()).toEqual([other, chat]);
  });

  it("moves once five minutes have passed, to a place where it may stay again", async () => {
    await ask();
    expect(await isExact()).toBe(false);
    scene.world.clock.advance(PLACE_STAYS_MS);
    await ask();
    const entry = await entryOf();
    expect(await isExact()).toBe(true);
    expect(mayStay(entry)).toBe(true);
    await ask();
    expect(await entryOf()).toBe(entry);
  });

  it("moves where its turn ends after the five minutes, though it began within them", async () => {
    scene.world.clock.advance(PLACE_STAYS_MS - 2 * MINUTE);
    await begin();
    scene.world.clock.advance(2 * MINUTE);
    await scene.world.settle();
    expect(await isExact()).toBe(true);
  });

  it("stays where its turn is cancelled before anybody runs it", async () => {
    const turn = await begin();
    const entry = await entryOf();
    await as(`POST /v1/agents/${scene.furniture.agent_id}/chats/${chat}/turns/${turn}/cancel`, {});
    expect(await entryOf()).toBe(entry);
    const other = await newChat(scene.world, scene.person);
    expect(await listed()).toEqual([other, chat]);
  });
});

describe("a chat that is given another place while its turn runs", () => {
  it.each([
    ["another title", { title: "Regions" }, ""],
    ["the archive", { archived: true }, "&archived=true"],
  ])("by %s is put in its exact place by the turn's end", async (_how, change, query) => {
    const other = await newChat(scene.world, scene.person);
    if (query) await as(`PATCH /v1/chats/${other}`, change);
    await begin();
    await as(`PATCH /v1/chats/${chat}`, change);
    expect(mayStay(await entryOf())).toBe(false);
    scene.world.clock.advance(MINUTE);
    await scene.world.settle();
    expect(await isExact()).toBe(true);
    expect(await kept()).not.toHaveProperty("active_turn_id");
    expect(await listed(`limit=1${query}`)).toEqual([chat, other]);
  });

  it("by a clock that is ahead is put in its exact place by the turn's end", async () => {
    await begin();
    const { index_sk = "" } = await kept();
    const ahead = `${new Date(scene.world.clock.now() + 10 * MINUTE).toISOString()}#${chat}~`;
    expect(ahead > index_sk).toBe(true);
    await scene.world.base.table.update(chatKey(chat), expr`SET #index_sk = ${ahead}`);
    await scene.world.settle();
    expect(await isExact()).toBe(true);
  });
});

describe("what bounds the chats that may stay in their places", () => {
  it("an edit puts its chat in its exact place, where it does not stay, and the next question moves it", async () => {
    await ask();
    const { messages } = (await as(`GET /v1/chats/${chat}`)).body;
    scene.world.clock.advance(PLACE_STAYS_MS);
    await as(`POST /v1/chats/${chat}/messages/${messages[0].id}/edit`, { content: "Where is the sea?" });
    expect(await isExact()).toBe(true);
    expect(mayStay(await entryOf())).toBe(false);
    await ask();
    expect(await isExact()).toBe(true);
    expect(mayStay(await entryOf())).toBe(true);
  });

  it("of many chats that are made at once only ten may stay, and all are listed", async () => {
    const made = [chat];
    const token = await scene.world.refreshed(scene.person);
    for (let at = 0; at < 14; at++)
      made.push((await scene.world.call("POST /v1/chats/create", { token, body: {} })).body.id);
    const entries = await Promise.all(made.map((id) => entryOf(id)));
    expect(entries.map(mayStay)).toEqual(made.map((_, at) => at < 10));
    expect(await listed("limit=4")).toEqual(made.toReversed());
  });
});

describe("a turn that an older version has accepted, without a word of its chat's place", () => {
  it("moves its chat", async () => {
    const turn = await begin();
    expect(await scene.world.base.table.get<TurnRecord>(turnKey(chat, turn))).toHaveProperty("stays_ms");
    await scene.world.base.table.update(turnKey(chat, turn), expr`REMOVE #stays_ms`);
    await scene.world.settle();
    expect(await isExact()).toBe(true);
  });
});
