/** Bytes of text one answer carries: Lambda takes 6 MB, of which headers and the rest of the answer need a little. */
export const ANSWER_BYTES = 5_500_000;

/** Bytes a text takes in a function's answer, which is JSON with the text as a string in it. */
export const answerBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text));

/** How many of the items, from the first on, one JSON answer carries: at least one, or paging would not come to an end. */
export function fitting(items: readonly unknown[]): number {
  let bytes = 0;
  const tooMany = items.findIndex((item) => (bytes += answerBytes(JSON.stringify(item))) > ANSWER_BYTES);
  return tooMany < 0 ? items.length : Math.max(1, tooMany);
}
