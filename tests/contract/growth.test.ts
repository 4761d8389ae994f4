import { randomUUID } from "node:crypto";
import { BatchWriteItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { entryOf } from "@parley/core/query/matching-index";
import * as Query from "@parley/core/query/query";
import type { Item } from "@parley/core/store/table-item";
import { organizationPk } from "@parley/core/store/keys";
import { describe, expect, it } from "vitest";
import { type CallCount, countCalls } from "../support/count-calls.ts";
import { useScene } from "../support/world/scene.ts";
import { newChat } from "../support/world/world.ts";

// Slow time: the worker of a turn looks after it again and again.
const scene = useScene({ speed: 1 });
/** Of members and of saved queries, beside those that the organization has. */
const MANY = 2_000;
/** Items that one BatchWriteItem takes. */
const BATCH = 25;
/** After which two readings of a list that agree are remembered. */
const SETTLED_MS = 1_500;

async function write(items: readonly Item[]): Promise<void> {
  const { client, name } = scene.world.table;
  for (let start = 0; start < items.length; start += BATCH) {
    const puts = items.slice(start, start + BATCH).map((item) => ({ PutRequest: { Item: marshall(item) } }));
    await client.send(new BatchWriteItemCommand({ RequestItems: { [name]: puts } }));
  }
}

type Cost = Pick<CallCount, "calls" | "read" | "write">;

/** What a turn asks of the table, from its submission to its answer; chat and member are new. */
async function oneTurn(): Promise<Cost> {
  const person = await scene.tenant.add();
  const chat = await newChat(scene.world, person);
  const token = await scene.world.refreshed(person);
  const turns = `POST /v1/agents/${scene.furniture.agent_id}/chats/${chat}/turns`;
  const body = { client_request_id: randomUUID(), message: "How many regions are there?" };
  const {
    calls,
    read,
    write: written,
  } = await countCalls(scene.world.table).during(async () => {
    expect((await scene.world.call(turns, { token, body })).status).toBe(202);
    await scene.world.settle();
  });
  return { calls, read, write: written };
}

/** The least of three turns: on a busy machine one may last until its worker looks after it. */
async function turnCost(): Promise<Cost> {
  const costs = [await oneTurn(), await oneTurn(), await oneTurn()];
  const least = (of: (cost: Cost) => number) => Math.min(...costs.map(of));
  return { calls: least(({ calls }) => calls), read: least(({ read }) => read), write: least((cost) => cost.write) };
}

const saved = (at: number) => ({ title: `Revenue of region ${at}`, prompt: `Revenue of region ${at}`, keywords: [] });

/** The cost of a turn once this environment remembers the saved queries: two readings of them agree. */
async function rememberedCost() {
  for (let reading = 0; reading < 2; reading++) {
    await oneTurn();
    scene.world.clock.advance(SETTLED_MS);
  }
  return turnCost();
}

describe("what a turn asks of the table", () => {
  it("is the same in an organization of two thousand members as in one of a few", async () => {
    await rememberedCost();
    const few = await turnCost();
    const pk = organizationPk(scene.tenant.id);
    await write(
      Array.from({ length: MANY }, (_, at) => {
        const id = randomUUID();
        return { pk, sk: `MEMBER#${id}`, id, name: `Member ${at}`, email: `member-${at}@many.example`, role: "member" };
      }),
    );
    expect(await turnCost()).toEqual(few);
  });

  it("is the same with two thousand saved queries as with a few, once they are remembered", async () => {
    const { ctx, admin } = scene.tenant;
    await Query.create(ctx, saved(0), admin);
    const few = await rememberedCost();
    const pk = organizationPk(scene.tenant.id);
    await write(
      Array.from({ length: MANY }, (_, at) => {
        const id = randomUUID();
        const query = { id, ...saved(at), sql: null };
        return { pk, sk: `QUERIES#${id}`, ...entryOf(query) };
      }),
    );
    // The index is written with a query, and only then is another one.
    expect(await turnCost()).toEqual(few);
    await Query.create(ctx, saved(1), admin);
    const anew = await oneTurn();
    expect(anew.read).toBeGreaterThan(few.read + 20);
    expect(await rememberedCost()).toEqual(few);
    expect(scene.questions.at(-1)?.saved_queries.entries.length).toBeGreaterThanOrEqual(MANY + 2);
  });
});
