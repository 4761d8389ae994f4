/** A sentence with `{names}` in it, or its forms by number: `count` chooses. */
export type Phrase = string | { one: string; other: string };
