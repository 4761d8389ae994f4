import { type DynamoDBClient, TransactWriteItemsCommand } from "@aws-sdk/client-dynamodb";
import { systemClock } from "@parley/core/environment/clock";
import { type Expression, expr, join } from "@parley/core/store/expression";
import { createTable } from "@parley/core/store/table";
import type { Item, Key } from "@parley/core/store/table-item";
import type { Write } from "@parley/core/store/table-transactions";
import fc from "fast-check";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTable, type TestTable } from "../../support/table.ts";
import { outcomeOf } from "./compare.ts";
import { Store } from "./store.ts";

/** Attributes of the random items, and what may be in them. */
const value = fc.oneof(
  fc.integer({ min: -3, max: 12 }),
  fc.constantFrom("", "a", "b", "in_progress", "é"),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 2 }),
  fc.dictionary(fc.constantFrom("x", "y"), fc.integer({ min: 0, max: 2 }), { noNullPrototype: true }),
  fc.constantFrom(new Set(["s"]), new Set(["s", "t"])),
);
const name = fc.constantFrom("a", "b", "c");
const key = fc.record({ pk: fc.constantFrom("P#1", "P#2"), sk: fc.constantFrom("A#1", "A#2", "B#1", "B#2") });
const indexed = fc.option(
  fc.record({ index_pk: fc.constantFrom("I#1", "I#2"), index_sk: fc.constantFrom("1", "2", "3") }),
  { nil: undefined },
);
const item = fc
  .tuple(key, indexed, fc.dictionary(name, value, { noNullPrototype: true, maxKeys: 3 }))
  .map(([keys, entry, fields]): Item => ({ ...fields, ...entry, ...keys }));

const atom: fc.Arbitrary<Expression> = fc.oneof(
  name.map((field): Expression => ({ text: `attribute_exists(#${field})`, values: [] })),
  name.map((field): Expression => ({ text: `attribute_not_exists(#${field})`, values: [] })),
  fc.constant(expr`attribute_not_exists(#pk)`),
  fc.constant(expr`attribute_exists(#a.#x)`),
  fc
    .tuple(
      name,
      fc.constantFrom("=", "<", "<=", ">", ">="),
      fc.oneof(fc.integer({ min: -3, max: 12 }), fc.constantFrom("a", "b")),
    )
    .map(([field, sign, other]): Expression => ({ text: `#${field} ${sign} \u0000`, values: [other] })),
  fc.tuple(name, value).map(([field, other]): Expression => ({ text: `#${field} = \u0000`, values: [other] })),
  name.map((field): Expression => ({ text: `size(#${field}) < \u0000`, values: [2] })),
  fc.constant(expr`contains(#d, ${"s"})`),
  name.map((field): Expression => ({ text: `contains(#${field}, \u0000)`, values: ["b"] })),
);
const condition = fc.oneof(
  atom,
  fc.tuple(atom, atom).map((parts) => join(parts, " AND ")),
  fc.tuple(atom, atom, atom).map(([first, second, third]) => expr`(${first} OR ${second}) AND ${third}`),
);
const when = fc.option(condition, { nil: undefined });

const change: fc.Arbitrary<Expression> = fc.oneof(
  fc.tuple(name, value).map(([field, written]): Expression => ({ text: `SET #${field} = \u0000`, values: [written] })),
  fc.constant(expr`SET #c = if_not_exists(#b, ${0}), #b = if_not_exists(#a, ${0}), #a = ${7}`),
  fc.constant(expr`SET #a = list_append(if_not_exists(#a, ${[]}), ${[1]})`),
  fc.constant(expr`SET #a.#x = ${1}, #c = ${2}`),
  fc.constant(expr`REMOVE #a.#x`),
  fc.constant(expr`SET #e = if_not_exists(#e, ${2}) + ${-3}, #f = ${1} ADD #d ${new Set(["s", "u"])}`),
  fc.constant(expr`SET #e = if_not_exists(#e, ${0}) + ${5} REMOVE #c DELETE #d ${new Set(["s"])}`),
  fc.constant(expr`DELETE #d ${new Set(["s", "t", "u"])}`),
  fc.constant(expr`SET #c = ${"set"} REMOVE #a, #index_pk, #index_sk`),
  fc.constant(expr`SET #index_pk = ${"I#1"}, #index_sk = ${"9"}`),
);

const guarded = <T extends object>(arbitrary: fc.Arbitrary<T>) =>
  fc.tuple(arbitrary, when).map(([write, guard]) => (guard ? { ...write, when: guard } : write));
const write: fc.Arbitrary<Write> = fc.oneof(
  guarded(item.map((put) => ({ put }))),
  guarded(fc.record({ update: key, set: change })),
  guarded(key.map((remove) => ({ remove }))),
  fc.record({ check: key, when: condition }),
);

type Table = ReturnType<typeof createTable>;
/** Keeps the runs of the property apart in the one table of the emulator. */
type Own = (pk: string) => string;
type Step = (table: Table, own: Own) => Promise<unknown>;

const ownKey = ({ pk, sk }: Key, own: Own): Key => ({ pk: own(pk), sk });
const ownItem = (one: Item, own: Own): Item => ({
  ...one,
  pk: own(one.pk),
  ...(typeof one["index_pk"] === "string" && { index_pk: own(one["index_pk"]) }),
});
const ownChange = ({ text, values }: Expression, own: Own): Expression => ({
  text,
  values: values.map((one) => (typeof one === "string" && one.startsWith("I#") ? own(one) : one)),
});
/** A path into a map is written only where it exists, as the service does: the emulator is more lenient than DynamoDB. */
const safe = (set: Expression, guard: Expression | undefined): Expression | undefined =>
  set.text.includes("#a.#x") ? expr`attribute_exists(#a.#x)` : guard;
const ownWrite = (one: Write, own: Own): Write => {
  if ("put" in one) return { ...one, put: ownItem(one.put, own) };
  if ("update" in one) {
    const guard = safe(one.set, one.when);
    return { update: ownKey(one.update, own), set: ownChange(one.set, own), ...(guard && { when: guard }) };
  }
  if ("remove" in one) return { ...one, remove: ownKey(one.remove, own) };
  return { ...one, check: ownKey(one.check, own) };
};

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(item, when).map(
    ([put, guard]): Step =>
      (table, own) =>
        table.put(ownItem(put, own), guard),
  ),
  fc.tuple(key, change, when).map(
    ([at, set, guard]): Step =>
      (table, own) =>
        table.update(ownKey(at, own), ownChange(set, own), safe(set, guard)),
  ),
  fc.tuple(key, when).map(
    ([at, guard]): Step =>
      (table, own) =>
        table.remove(ownKey(at, own), guard),
  ),
  fc.array(write, { minLength: 1, maxLength: 4 }).map(
    (writes): Step =>
      (table, own) =>
        table.transact(writes.map((one) => ownWrite(one, own))),
  ),
  key.map(
    (at): Step =>
      (table, own) =>
        table.get(ownKey(at, own), { consistent: true }),
  ),
  fc.array(key, { minLength: 1, maxLength: 4 }).map(
    (keys): Step =>
      (table, own) =>
        table.getMany(keys.map((at) => ownKey(at, own))),
  ),
  fc.uniqueArray(key, { maxLength: 3, selector: ({ pk, sk }) => pk + sk }).map(
    (keys): Step =>
      (table, own) =>
        table.removeMany(keys.map((at) => ownKey(at, own))),
  ),
  fc
    .record({
      from: fc.constantFrom(
        { pk: "P#1" },
        { pk: "P#2", begins: "A#" },
        { pk: "P#1", between: ["A#2", "B#1"] as const },
        { pk: "P#1", between: ["B#1", "A#2"] as const },
        { pk: "I#1", index: true },
        { pk: "I#1", index: true, between: ["1", "2"] as const },
      ),
      descending: fc.boolean(),
      limit: fc.constantFrom(undefined, 1, 2),
      // A filter may not name a key.
      filter: when.filter((guard) => !guard?.text.includes("#pk")),
      fields: fc.constantFrom(undefined, ["pk", "sk"], ["a", "b.x", "pk"], ["a.x", "a.y", "c", "b.x"]),
    })
    .map(({ from, descending, limit, filter, fields }): Step => async (table, own) => {
      let after: Record<string, unknown> | undefined;
      do {
        const page = await table.query({
          ...from,
          descending,
          pk: own(from.pk),
          ...(limit && { limit }),
          // The index shows keys only, so nothing else could be filtered.
          ...(filter && !("index" in from) && { filter }),
          ...(fields && !("index" in from) && { fields }),
          after,
          consistent: !("index" in from),
        });
        after = page.next;
      } while (after);
    }),
);

describe("the simulation's store", () => {
  let table: TestTable;
  let commands = 0;
  beforeAll(async () => {
    table = await startTable();
  });
  afterAll(() => table.stop());

  /** A client that carries every command out in both, compares what they answer, and answers as the emulator does. */
  const both = (store: Store) =>
    ({
      async send(command: object) {
        commands += 1;
        const actual = await outcomeOf(() => store.execute(command));
        let expected: unknown;
        try {
          return await table.client.send(command as Parameters<typeof table.client.send>[0]).then(async (answer) => {
            expected = await outcomeOf(() => answer);
            return answer;
          });
        } catch (error) {
          expected = await outcomeOf(() => Promise.reject(error));
          throw error;
        } finally {
          expect(actual, JSON.stringify((command as { input?: unknown }).input)).toEqual(expected);
        }
      },
      // Only `send` of a client is used by `createTable`.
    }) as unknown as DynamoDBClient;

  const isInvalid = (error: unknown) => error instanceof Error && error.name === "ValidationException";

  test("answers every command of random sequences as the emulator does", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const run = randomUUID();
        const compared = createTable(both(new Store()), table.name, systemClock);
        for (const one of steps) {
          await one(compared, (pk) => `${run}#${pk}`).catch((error: unknown) => {
            if (!isInvalid(error)) throw error;
          });
        }
      }),
      { numRuns: Number(process.env["DIFFERENTIAL_RUNS"] ?? 60) },
    );
    // Some 350 as a rule: how long the sequences are is random.
    expect(commands).toBeGreaterThan(200);
  });

  test("carries a transaction out once for one request token, as DynamoDB does", () => {
    const store = new Store();
    const add = new TransactWriteItemsCommand({
      ClientRequestToken: "token",
      TransactItems: [
        {
          Put: {
            TableName: "t",
            Item: { pk: { S: "p" }, sk: { S: "s" } },
            ConditionExpression: "attribute_not_exists(pk)",
          },
        },
      ],
    });
    expect(store.execute(add)).toEqual({});
    expect(store.execute(add)).toEqual({});
    expect(store.partition("p")).toHaveLength(1);
  });
});
