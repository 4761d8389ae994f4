/** Further keywords for a field, where its schema does not say them. */
type Keywords = Readonly<Record<string, unknown>>;

/** What a field is, for people, and what more its schema says. */
type FieldWords = string | readonly [words: string, adds: Keywords];

/** What a component is, and each of its fields by name. */
export type ComponentWords = readonly [words: string, fields: Readonly<Record<string, FieldWords>>];

/** For components without fields of their own: maps, and choices of other components. */
export const none: Readonly<Record<string, FieldWords>> = {};

/** An id that the service has made. */
export const uuid = { format: "uuid" };
/** A whole number that counts something. */
export const natural = { minimum: 0 };

export const created = "When it was created.";
export const updated = "When it was last changed.";
