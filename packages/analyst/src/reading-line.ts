const READING_BEGINNING = "I read the question as: ";

/** The line of an answer, or of a notice, that says how the interpreter read the question. The console knows it by its beginning. */
export const readingLine = (interpretation: string): string => `${READING_BEGINNING}${interpretation}`;

/** How a text says that its question was read; null where it does not. */
export const readingIn = (text: string): string | null =>
  text
    .split("\n")
    .find((line) => line.startsWith(READING_BEGINNING) && line.length > READING_BEGINNING.length)
    ?.slice(READING_BEGINNING.length) ?? null;
