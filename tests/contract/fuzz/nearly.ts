import * as check from "fast-check";
import type * as v from "valibot";
import { type Known, valid } from "./from-schema.ts";
import { junk } from "./values.ts";

type Mutation = { at: number; how: "replace" | "remove" | "add" | "wrap"; value: unknown };
const mutations: check.Arbitrary<Mutation[]> = check.array(
  check.record({
    at: check.nat(60),
    how: check.constantFrom("replace", "replace", "remove", "add", "wrap"),
    value: junk,
  }),
  { maxLength: 2, size: "medium" },
);

const set = (holder: object, key: string | number, value: unknown) =>
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });

/** The value with one place of it changed. */
function mutate(value: unknown, { at, how, value: other }: Mutation): unknown {
  const root = { root: structuredClone(value) };
  const places: [holder: object, key: string][] = [];
  const walk = (holder: object) => {
    for (const [key, inner] of Object.entries(holder)) {
      places.push([holder, key]);
      if (typeof inner === "object" && inner !== null && places.length < 60) walk(inner);
    }
  };
  walk(root);
  const [holder, key] = places[at % places.length] ?? [root, "root"];
  const current: unknown = Reflect.get(holder, key);
  if (how === "replace") set(holder, key, other);
  if (how === "remove") Reflect.deleteProperty(holder, key);
  if (how === "wrap") set(holder, key, [current]);
  if (how === "add" && typeof current === "object" && current !== null && !Array.isArray(current))
    set(current, "unknown_field", other);
  return root.root;
}

/** Values that satisfy the schema, or nearly do. */
export const nearly = (schema: v.GenericSchema, known: Known): check.Arbitrary<unknown> =>
  check.oneof(
    { weight: 2, arbitrary: valid(schema, known) },
    {
      weight: 3,
      arbitrary: check.tuple(valid(schema, known), mutations).map(([value, changes]) => changes.reduce(mutate, value)),
    },
  );
