import type { AttributeValue } from "@aws-sdk/client-dynamodb";

/** A record as DynamoDB has it. */
export type Attributes = Record<string, AttributeValue>;

/**
 * A record as DynamoDB takes it; undefined fields are left out. Throws for what it would not keep as it is: a number that is
 * not finite or beyond the safe integers, an empty set, an instance of a class.
 */
export function toAttributes(record: Readonly<Record<string, unknown>>): Attributes {
  const attributes: Attributes = {};
  for (const name of Object.keys(record)) {
    const value = record[name];
    if (value !== undefined) attributes[name] = toAttribute(value);
  }
  return attributes;
}

/** The record that was written. Throws for an attribute of a kind that is never written. */
export function fromAttributes(attributes: Attributes): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const name of Object.keys(attributes)) {
    const value = attributes[name];
    if (value !== undefined) record[name] = fromAttribute(value);
  }
  return record;
}

function toAttribute(value: unknown): AttributeValue {
  if (typeof value === "string") return { S: value };
  if (typeof value === "number") return { N: numberText(value) };
  if (typeof value === "boolean") return { BOOL: value };
  if (value === null) return { NULL: true };
  if (Array.isArray(value)) return { L: value.filter((item) => item !== undefined).map(toAttribute) };
  if (value instanceof Set) return { SS: textsOf(value) };
  if (isRecord(value)) return { M: toAttributes(value) };
  throw new Error(`a value of this kind cannot be stored: ${typeof value}`);
}

function fromAttribute(value: AttributeValue): unknown {
  if (value.S !== undefined) return value.S;
  if (value.N !== undefined) return Number(value.N);
  if (value.M !== undefined) return fromAttributes(value.M);
  if (value.L !== undefined) return value.L.map(fromAttribute);
  if (value.BOOL !== undefined) return value.BOOL;
  if (value.NULL !== undefined) return null;
  if (value.SS !== undefined) return new Set(value.SS);
  throw new Error(`an attribute of this kind is not stored here: ${Object.keys(value).join(", ")}`);
}

function numberText(value: number): string {
  // Also true of NaN, which is not less than anything.
  if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) throw new Error(`the number ${value} cannot be stored`);
  return String(value);
}

function textsOf(set: ReadonlySet<unknown>): string[] {
  const texts = [...set].filter((text) => typeof text === "string");
  if (texts.length === 0 || texts.length < set.size) throw new Error("a set that is stored holds text, one at least");
  return texts;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
