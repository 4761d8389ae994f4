import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";

/** A record as DynamoDB has it. */
export type Attributes = Record<string, AttributeValue>;

const options = { removeUndefinedValues: true };

/** True for what JSON is made of, and what the table has beside it: nothing in it is an instance of another class. */
function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null || value instanceof Set || value instanceof Uint8Array) return true;
  if (Array.isArray(value)) return value.every(isPlain);
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && Object.values(value).every(isPlain);
}

/**
 * A record as DynamoDB takes it; undefined fields are left out. Throws for what it would not keep as it is: a number that is
 * not finite or beyond the safe integers, an empty set, an instance of a class.
 */
export function toAttributes(record: Readonly<Record<string, unknown>>): Attributes {
  try {
    return marshall(record, options);
  } catch (error) {
    // The library knows a class by its `constructor`: an object with a field of that name, as clients may call theirs, is none.
    if (!isPlain(record)) throw error;
    return marshall(record, { ...options, convertClassInstanceToMap: true });
  }
}

/** The record that was written. */
export const fromAttributes = (attributes: Attributes): Record<string, unknown> => unmarshall(attributes);
