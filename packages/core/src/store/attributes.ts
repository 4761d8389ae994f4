import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";

/** A record as DynamoDB has it. */
export type Attributes = Record<string, AttributeValue>;

/**
 * A record as DynamoDB takes it; undefined fields are left out. Throws for what it would not keep as it is: a number that is
 * not finite or beyond the safe integers, an empty set, an instance of a class.
 */
export const toAttributes = (record: Readonly<Record<string, unknown>>): Attributes =>
  marshall(record, { removeUndefinedValues: true });

/** The record that was written. */
export const fromAttributes = (attributes: Attributes): Record<string, unknown> => unmarshall(attributes);
