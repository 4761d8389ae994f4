import { randomUUID } from "node:crypto";
import type { Operation } from "@parley/contract/operation";
import * as check from "fast-check";
import type * as v from "valibot";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { api, type Call } from "../support/api.ts";
import { startBucket, type TestBucket } from "../support/bucket.ts";
import { type Everything, everyEndpoint } from "../support/endpoints.ts";
import { baseFor, unreachable } from "../support/environment.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

/** Requests an operation; `FUZZ_RUNS=10000` for the reliability run (R9). */
const numRuns = Number(process.env["FUZZ_RUNS"] ?? 60);

let table: TestTable;
let bucket: TestBucket;
let base: Everything;
let tenant: Tenant;
let call: Call;

beforeAll(async () => {
  [table, bucket] = await Promise.all([startTable(), startBucket()]);
  base = { ...baseFor(table), ...unreachable(), files: bucket.files };
  call = api(base, everyEndpoint);
});
afterAll(() => Promise.all([table.stop(), bucket.stop()]));
beforeEach(async () => {
  tenant = await createTenant(base);
});

type Schema = v.GenericSchema & {
  wrapped?: Schema;
  pipe?: Schema[];
  entries?: Record<string, Schema>;
  item?: Schema;
  value?: Schema;
};

const odd = check.constantFrom(
  "",
  " ",
  "\u0000",
  "\ud83d",
  "🎉",
  "é",
  "__proto__",
  "constructor",
  "{{x}}",
  "'; --",
  "../..",
  "NaN",
  "x".repeat(5000),
);
const words = check.oneof(check.string({ unit: "binary", maxLength: 60 }), odd, check.uuid());
const junk = check.oneof(
  { weight: 4, arbitrary: check.jsonValue({ maxDepth: 3 }) },
  {
    weight: 1,
    arbitrary: check.constantFrom<unknown>(null, [], {}, [[]], 0, -1, 1e300, 1e-300, true, [null], { a: null }),
  },
);

/** Values that mostly have the schema's shape. */
function like(schema: Schema): check.Arbitrary<unknown> {
  switch (schema.type) {
    case "optional":
    case "nullish":
    case "nullable":
      return check.option(like(schema.wrapped ?? schema), { nil: schema.type === "optional" ? undefined : null });
    case "string":
      return words;
    case "number":
      return check.oneof(check.double(), check.integer());
    case "boolean":
      return check.boolean();
    case "array":
      return check.array(mostly(schema.item ?? schema), { maxLength: 5 });
    case "record":
      return check.dictionary(words, mostly(schema.value ?? schema), { maxKeys: 5 });
    case "object":
      return check.record(
        Object.fromEntries(Object.entries(schema.entries ?? {}).map(([name, field]) => [name, mostly(field)])),
        {
          requiredKeys: [],
        },
      );
    default:
      return junk;
  }
}
const mostly = (schema: Schema) => check.oneof({ weight: 6, arbitrary: like(schema) }, { weight: 1, arbitrary: junk });

const text = (value: unknown): string => JSON.stringify(value) ?? "";
const bodies = (schema: Schema) =>
  check.oneof(
    { weight: 8, arbitrary: mostly(schema).map(text) },
    { weight: 1, arbitrary: check.string({ unit: "binary", maxLength: 100 }) },
    { weight: 1, arbitrary: mostly(schema).map((value) => text(value).slice(0, -1)) },
  );
const queries = (schema: Schema) =>
  check
    .array(check.tuple(check.constantFrom(...Object.keys(schema.entries ?? {}), "other"), words), { maxLength: 4 })
    .map((pairs) =>
      pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`).join("&"),
    );
const ids = check.oneof(check.uuid(), words);

const requests = (operation: Operation) =>
  check.record({
    ids: check.array(ids, { minLength: 4, maxLength: 4 }),
    body: operation.body ? bodies(operation.body) : check.constant(undefined),
    query: operation.query ? queries(operation.query) : check.constant(""),
    isAdmin: check.boolean(),
  });

describe("requests that nobody would send (R9)", () => {
  it.each(everyEndpoint.map(({ operation }) => [`${operation.method} ${operation.path}`, operation] as const))(
    "%s answers all of them with a status below 500 and a body of the contract",
    async (_name, operation) => {
      await check.assert(
        check.asyncProperty(requests(operation), async (request) => {
          let position = 0;
          const path = operation.path.replace(/\{\w+\}/g, () => {
            const id = request.ids[(position += 1)] ?? randomUUID();
            return encodeURIComponent(id.toWellFormed()) || "x";
          });
          const answer = await call(`${operation.method} ${path}${request.query === "" ? "" : `?${request.query}`}`, {
            token: (request.isAdmin ? tenant.admin : tenant.member).token,
            ...(request.body !== undefined && { text: request.body }),
          });
          if (answer.status === 503) expect(answer.body.detail).toBe("Voice chat is not configured");
          else expect(answer.status).toBeLessThan(500);
          if (answer.status >= 400) expect("detail" in answer.body || answer.body.code === "RATE_LIMIT").toBe(true);
          if (answer.status === 422) {
            for (const problem of answer.body.detail) {
              expect(Object.keys(problem).filter((name) => !["type", "loc", "msg", "ctx"].includes(name))).toEqual([]);
              expect(["body", "query"]).toContain(problem.loc[0]);
            }
          }
        }),
        { numRuns },
      );
    },
    60_000,
  );
});
