declare const content: unique symbol;

/**
 * JSON as text, for values that come from clients, databases and models: DynamoDB's numbers have 38 digits and a smaller
 * range than JSON's, so such a value could not be written as it is.
 */
export type JsonText<T> = string & { readonly [content]?: T };

export const toJsonText = <T>(value: T): JsonText<T> => JSON.stringify(value);

// What was written with `toJsonText` has its type.
export const fromJsonText = <T>(text: JsonText<T>): T => JSON.parse(text) as T;

/** Bytes of a value as JSON. */
export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
