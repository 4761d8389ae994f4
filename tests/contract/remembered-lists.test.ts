import * as Memory from "@parley/core/memory/memory";
import * as Query from "@parley/core/query/query";
import * as Rule from "@parley/core/rule/rule";
import { describe, expect, it } from "vitest";
import { countCalls } from "../support/count-calls.ts";
import { useScene } from "../support/world/scene.ts";

const scene = useScene();
/** After which two readings of a list that agree are remembered. */
const SETTLED_MS = 1_500;
const ONE_READ = ["GetItemCommand"];

const saved = (at: number) => ({ title: `Revenue of region ${at}`, prompt: `Revenue of region ${at}`, keywords: [] });

/** What an environment says of a list that it remembers: it is read twice, a second apart, and then only whether it has changed. */
async function remembered<Entry>(recall: () => Promise<readonly Entry[]>) {
  for (let reading = 0; reading < 2; reading++) {
    await recall();
    scene.world.clock.advance(SETTLED_MS);
  }
  return commandsOf(recall);
}

async function commandsOf<Entry>(recall: () => Promise<readonly Entry[]>) {
  let entries: readonly Entry[] = [];
  const { commands } = await countCalls(scene.world.table).during(async () => void (entries = await recall()));
  return { entries, commands };
}

describe("saved queries that are remembered", () => {
  it("are those that there are after each of their changes", async () => {
    const { ctx, admin } = scene.tenant;
    const shown = async () => {
      const all = (await Query.entries(ctx)).map(({ id, title }) => ({ id, title }));
      return all.filter(({ title }) => title.startsWith("Changed"));
    };
    const { id } = await Query.create(ctx, { ...saved(1), title: "Changed 1" }, admin);
    expect((await remembered(shown)).entries).toEqual([{ id, title: "Changed 1" }]);
    await Query.update(ctx, id, { title: "Changed 2" }, admin);
    expect(await shown()).toEqual([{ id, title: "Changed 2" }]);
    expect((await remembered(shown)).entries).toEqual([{ id, title: "Changed 2" }]);
    await Query.remove(ctx, id);
    expect(await shown()).toEqual([]);
    expect((await remembered(shown)).entries).toEqual([]);
  });

  it("are those of which a second reading, a second later, says the same: the first may have come in the middle of a write", async () => {
    const { ctx, admin } = scene.tenant;
    await Query.create(ctx, saved(7), admin);
    const counter = countCalls(scene.world.table);
    const commandsAt = async (ms: number) => {
      const clock = { ...ctx.clock, now: () => ms };
      return (await counter.during(() => Query.entries({ ...ctx, clock }))).commands;
    };
    await commandsAt(0);
    for (const ms of [0, 999, 1_000]) expect(await commandsAt(ms)).toContain("QueryCommand");
    expect(await commandsAt(1_001)).toEqual(ONE_READ);
  });
});

describe("rules that are remembered", () => {
  it("are those that there are after each of their changes", async () => {
    const { ctx, admin } = await scene.world.newTenant();
    const recall = async () => (await Rule.recallAll(ctx)).map(({ content }) => content);
    const changes: [() => Promise<unknown>, string[]][] = [
      [() => Rule.create(ctx, "Round to cents.", admin), ["Round to cents."]],
      [async () => Rule.update(ctx, (await only()).id, "Round to euros.", admin), ["Round to euros."]],
      [async () => Rule.remove(ctx, (await only()).id), []],
    ];
    const only = async () => (await Rule.listAll(ctx))[0] ?? expect.fail("there is no rule");
    expect(await commandsOf(recall)).toMatchObject({ entries: [] });
    // That there are none is known from the first reading on.
    expect(await commandsOf(recall)).toEqual({ entries: [], commands: ONE_READ });
    for (const [change, expected] of changes) {
      await change();
      expect((await commandsOf(recall)).entries).toEqual(expected);
      expect(await remembered(recall)).toEqual({ entries: expected, commands: ONE_READ });
    }
  });

  it("are read again after five minutes, and then still known", async () => {
    const { ctx, admin } = await scene.world.newTenant();
    const recall = () => Rule.recallAll(ctx);
    await Rule.create(ctx, "Round to cents.", admin);
    await remembered(recall);
    scene.world.clock.advance(5 * 60_000);
    expect((await commandsOf(recall)).commands).toContain("QueryCommand");
    expect((await commandsOf(recall)).commands).toEqual(ONE_READ);
  });

  it("are nobody else's", async () => {
    const [one, other] = [await scene.world.newTenant(), await scene.world.newTenant()];
    await Rule.create(one.ctx, "Round to cents.", one.admin);
    await remembered(() => Rule.recallAll(one.ctx));
    expect(await Rule.recallAll(other.ctx)).toEqual([]);
  });
});

describe("memories that are remembered", () => {
  it("are those that there are, in their order, after each of their changes", async () => {
    const { ctx } = await scene.tenant.add();
    const recall = async () => (await Memory.recall(ctx)).map(({ content }) => content);
    const idOf = async (wanted: string) =>
      (await Memory.list(ctx)).find(({ content }) => content === wanted)?.id ?? expect.fail("it is not there");
    const changes: [() => Promise<unknown>, string[]][] = [
      [() => Memory.create(ctx, "north"), ["north"]],
      [() => Memory.create(ctx, "south"), ["north", "south"]],
      [async () => Memory.update(ctx, await idOf("north"), "east"), ["east", "south"]],
      [async () => Memory.reorder(ctx, [await idOf("south"), await idOf("east")]), ["south", "east"]],
      [async () => Memory.remove(ctx, await idOf("south")), ["east"]],
      [async () => Memory.remove(ctx, await idOf("east")), []],
    ];
    await recall();
    expect(await commandsOf(recall)).toEqual({ entries: [], commands: ONE_READ });
    for (const [change, expected] of changes) {
      await change();
      expect((await commandsOf(recall)).entries).toEqual(expected);
      expect(await remembered(recall)).toEqual({ entries: expected, commands: ONE_READ });
    }
  });
});
