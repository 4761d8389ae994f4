/**
 * A question of more characters is not read: the readers look at each word together with those around and before it, so
 * that a text five times as long takes up to twenty-five times as long, and everybody else waits.
 */
export const MAX_QUESTION_CHARACTERS = 1_500;

/** A sentence of a rule or memory that is longer says nothing that a reading could use. */
export const MAX_GUIDANCE_SENTENCE_CHARACTERS = 300;

/** Characters of such sentences that are read against the schema, the organization's rules first; others cost nothing. */
export const MAX_GUIDANCE_CHARACTERS = 20_000;

/** Sentences that are looked at. */
export const MAX_GUIDANCE_SENTENCES = 2_000;
