import { describe, expect, it } from "vitest";
import { cueAt, phrasesOf, vocabulary } from "@parley/interpreter/language/vocabulary";

describe("vocabulary", () => {
  it("has each phrase in one line only", () => {
    const phrases = vocabulary.flatMap(phrasesOf);
    expect(phrases.filter((phrase, at) => phrases.indexOf(phrase) < at)).toEqual([]);
  });

  it("has no phrase that is written so that it cannot be met", () => {
    const met = (phrase: string) => cueAt(phrase.split(" "), 0)?.length === phrase.split(" ").length;
    expect(vocabulary.flatMap(phrasesOf).filter((phrase) => phrase !== phrase.toLowerCase() || !met(phrase))).toEqual(
      [],
    );
  });
});
