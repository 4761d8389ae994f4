/** The names that have no value; an empty text is one. */
export const missingParameters = (names: readonly string[], values: Readonly<Record<string, string>>): string[] =>
  names.filter((name) => !Object.hasOwn(values, name));
