import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { Table } from "@parley/core/store/table";
import { countCalls } from "../support/count-calls.ts";
import { useScene } from "../support/world/scene.ts";

const scene = useScene();
const pk = `GATHERED#${randomUUID()}`;
const keys = Array.from({ length: 120 }, (_, at) => ({ pk, sk: `ITEM#${at}` }));
/** DynamoDB takes no key without its second part. */
const noKey = { pk, sk: "" };
let table: Table;

beforeAll(async () => {
  ({ table } = scene.world.base);
  await Promise.all(keys.map((key, at) => table.put({ ...key, at, words: [`word ${at}`] })));
});

const commandsOf = async (work: () => Promise<unknown>) =>
  (await countCalls(scene.world.table).during(work)).commands.toSorted();

describe("items that are read at the same moment", () => {
  it("are read in one call, whoever asks, and a hundred a call at most", async () => {
    const read = (count: number) => () =>
      Promise.all(
        keys.slice(0, count).map(async (key, at) => expect(await table.get(key)).toMatchObject({ ...key, at })),
      );
    expect(await commandsOf(read(1))).toEqual(["GetItemCommand"]);
    expect(await commandsOf(read(2))).toEqual(["BatchGetItemCommand"]);
    expect(await commandsOf(read(100))).toEqual(["BatchGetItemCommand"]);
    expect(await commandsOf(read(120))).toEqual(["BatchGetItemCommand", "BatchGetItemCommand"]);
  });

  it("come to each who asked in their order, what is not there as undefined", async () => {
    const [first, second] = keys;
    const missing = { pk, sk: "MISSING" };
    const asked = [
      [second, missing, first],
      [first, first],
    ].map((wanted) => table.getMany<{ at: number }>(wanted.map((key) => key ?? missing)));
    const found = (await Promise.all(asked)).map((items) => items.map((item) => item?.at));
    expect(found).toEqual([
      [1, undefined, 0],
      [0, 0],
    ]);
  });

  it("are copies: nobody sees what another does with them", async () => {
    const [key = noKey] = keys;
    const [one, other] = await Promise.all([table.get<{ words: string[] }>(key), table.get<{ words: string[] }>(key)]);
    one?.words.push("changed");
    expect(other?.words).toEqual(["word 0"]);
  });

  it("are glanced at with those that are read less consistently, or else with those that are read as they are", async () => {
    const [one = noKey, other = noKey] = keys;
    const looked: boolean[] = [];
    const glance = async () => {
      const { item, isCurrent } = await table.glance<{ at: number }>(other);
      expect(item).toMatchObject({ at: 1 });
      looked.push(isCurrent);
    };
    const cost = (work: () => Promise<unknown>) => countCalls(scene.world.table).during(work);
    const loosely = await cost(() => Promise.all([table.get(one), glance()]));
    expect(loosely).toMatchObject({ commands: ["BatchGetItemCommand"], read: 1 });
    const both = [() => table.get(one), () => table.get(one, { consistent: true }), glance];
    expect(await cost(() => Promise.all(both.map((work) => work())))).toMatchObject({ calls: 2, depth: 1, read: 2 });
    const exactly = await cost(() => Promise.all([table.get(one, { consistent: true }), glance()]));
    expect(exactly).toMatchObject({ commands: ["BatchGetItemCommand"], read: 2 });
    expect(await cost(glance)).toMatchObject({ commands: ["GetItemCommand"], read: 1 });
    expect(looked).toEqual([false, false, true, true]);
  });

  it("are consistent only for those who ask for it, whose call costs the double", async () => {
    const [one = noKey, other = noKey] = keys;
    const cost = await countCalls(scene.world.table).during(() =>
      Promise.all([table.get(one), table.get(other, { consistent: true })]),
    );
    expect(cost).toMatchObject({ calls: 2, depth: 1, read: 1.5 });
  });

  it("are not refused because of somebody else's key", async () => {
    const [key = noKey] = keys;
    const [refused, found] = await Promise.allSettled([table.get(noKey), table.get(key)]);
    expect(refused).toMatchObject({ status: "rejected", reason: { name: "ValidationException" } });
    expect(found).toMatchObject({ status: "fulfilled", value: { at: 0 } });
  });

  it("do not wait for somebody who reads many", async () => {
    const [key = noKey] = keys;
    const commands = await commandsOf(() => Promise.all([table.getMany(keys), table.get(key)]));
    expect(commands).toEqual(["BatchGetItemCommand", "BatchGetItemCommand", "GetItemCommand"]);
  });
});
