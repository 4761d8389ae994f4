/** What is written and never seen: soft hyphens, zero-width spaces, marks of direction. Joiners stay: words need them. */
const invisible = /(?![\u200c\u200d])\p{Cf}/gu;

/** A question as it is read, whatever it was copied from: letters composed, one space at a time, nothing invisible. */
export const readable = (text: string): string => {
  const plain = text
    .normalize("NFC")
    .replace(invisible, "")
    .replace(/\s{2,}/g, " ");
  // In capitals throughout, none of them says that a word is a name.
  return isShouted(plain) ? plain.toLowerCase() : plain;
};

/** True for several words without a small letter in any. Counted word by word: one expression for both would take cubic time. */
const isShouted = (text: string): boolean =>
  !/\p{Ll}/u.test(text) && text.split(" ").filter((word) => /\p{Lu}{2}/u.test(word)).length > 1;
