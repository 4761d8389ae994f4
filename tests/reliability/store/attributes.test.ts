import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { fromAttributes, toAttributes } from "@parley/core/store/attributes";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

// The SDK's marshaller takes an object with such a key for an instance of a class.
const name = fc.string().filter((key) => key !== "constructor");
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.string(),
    fc.boolean(),
    fc.constant(null),
    fc.constant(undefined),
    fc.maxSafeInteger(),
    fc.double({ min: -1e15, max: 1e15, noNaN: true }),
    fc.set(fc.string(), { minLength: 1 }),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(name, tie("value"), { maxKeys: 4 }),
  ),
}));
const record = fc.dictionary(name, value, { maxKeys: 6 });

describe("attributes", () => {
  test("are written and read as the SDK's own marshaller does", () => {
    fc.assert(
      fc.property(record, (one) => {
        const attributes = marshall(one, { removeUndefinedValues: true });
        expect(toAttributes(one)).toEqual(attributes);
        expect(fromAttributes(attributes)).toEqual(unmarshall(attributes));
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ["a number that is not one", Number.NaN],
    ["an infinite number", -Infinity],
    ["a number beyond the safe integers", 2 ** 53],
    ["an empty set", new Set()],
    ["a set of numbers", new Set([1])],
    ["bytes", new Uint8Array(2)],
    ["a date", new Date(0)],
    ["a function", () => 1],
    ["an endless integer", 1n],
  ])("%s is not written", (_kind, given) => {
    expect(() => toAttributes({ given })).toThrow("stored");
  });

  test("an attribute of a kind that is never written is not read", () => {
    expect(() => fromAttributes({ bytes: { B: new Uint8Array(1) } })).toThrow("not stored here: B");
  });
});
