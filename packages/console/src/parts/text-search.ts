/** A text as it is looked for: without capitals and accents. */
const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{Mark}/gu, "")
    .toLocaleLowerCase();

/** Whether a text holds all words of what was typed, in any order. */
export function textSearch(typed: string): (text: string) => boolean {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  return (text) => {
    const held = plain(text);
    return words.every((word) => held.includes(word));
  };
}
