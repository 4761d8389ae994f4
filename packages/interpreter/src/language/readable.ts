/** What is written and never seen: soft hyphens, zero-width spaces, marks of direction. Joiners stay: words need them. */
const invisible = /(?![\u200c\u200d])\p{Cf}/gu;

/** A question as it is read, whatever it was copied from: letters composed, one space at a time, nothing invisible. */
export const readable = (text: string): string =>
  text
    .normalize("NFC")
    .replace(invisible, "")
    .replace(/\s{2,}/g, " ");
