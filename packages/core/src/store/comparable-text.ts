/** A text as searches compare it: in upper case, where “ß” is “SS” and the “ς” that ends a word is a “Σ” like others; composed. */
export const comparable = (text: string): string => text.toUpperCase().normalize("NFC");
