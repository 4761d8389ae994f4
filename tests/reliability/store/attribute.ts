import type { AttributeValue } from "@aws-sdk/client-dynamodb";

export type Attributes = Record<string, AttributeValue>;

/** Text of a string attribute, or undefined. */
export const textOf = (value: AttributeValue | undefined): string | undefined => value?.S;
export const numberOf = (value: AttributeValue | undefined): number | undefined =>
  value?.N === undefined ? undefined : Number(value.N);

/** Equality as DynamoDB has it: same type, same value; documents deeply. */
export function equal(left: AttributeValue, right: AttributeValue): boolean {
  if (left.S !== undefined) return left.S === right.S;
  if (left.N !== undefined) return right.N !== undefined && Number(left.N) === Number(right.N);
  if (left.BOOL !== undefined) return left.BOOL === right.BOOL;
  if (left.NULL !== undefined) return right.NULL !== undefined;
  if (left.L !== undefined) {
    const others = right.L;
    return (
      others?.length === left.L.length &&
      left.L.every((value, position) => {
        const other = others[position];
        return other !== undefined && equal(value, other);
      })
    );
  }
  if (left.SS !== undefined) {
    const others = right.SS;
    return others?.length === left.SS.length && left.SS.every((text) => others.includes(text));
  }
  if (left.M !== undefined) {
    const others = right.M;
    if (!others) return false;
    const names = Object.keys(left.M);
    return (
      names.length === Object.keys(others).length &&
      names.every((name) => {
        const [value, other] = [left.M?.[name], others[name]];
        return value !== undefined && other !== undefined && equal(value, other);
      })
    );
  }
  throw new Error(`no equality for ${JSON.stringify(left)}`);
}

/** Order of two strings or two numbers; undefined if the types differ or have no order. */
export function order(left: AttributeValue, right: AttributeValue): number | undefined {
  if (left.S !== undefined && right.S !== undefined) return left.S < right.S ? -1 : left.S > right.S ? 1 : 0;
  if (left.N !== undefined && right.N !== undefined) return Number(left.N) - Number(right.N);
  return undefined;
}

/** `size()` of an attribute; undefined for types that have none. */
export function size(value: AttributeValue): number | undefined {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  if (value.L !== undefined) return value.L.length;
  if (value.SS !== undefined) return value.SS.length;
  if (value.M !== undefined) return Object.keys(value.M).length;
  return undefined;
}
