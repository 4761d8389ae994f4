import { type Document, readMarkdown } from "@parley/console/parts/markdown/blocks.ts";
import fc from "fast-check";
import { Lexer } from "marked";
import { describe, expect, it } from "vitest";
import { timesOf } from "../support/sampled.ts";

const KILOBYTE = 1024;

const tokensOf = ({ blocks }: Document) => blocks.map(({ token }) => token);

/** Reads a text as it comes, a few characters at a time, and then as a whole. */
function stream(text: string, step: number): Document {
  let read: Document | null = null;
  for (let end = step; end < text.length; end += step) read = readMarkdown(read, text.slice(0, end), false);
  return readMarkdown(read, text, true);
}

const pieces = [
  "word", " ", "\n", "\n\n", "# ", "- ", "1. ", "2. ", "  ", "    ", "> ", "```", "~~~sql\n", "|a|b|\n", "|-|-|\n", "|1|2|\n", "---\n", "===\n",
  "**", "*", "_", "`", "[a]", "(https://a.example)", "[a]: https://b.example\n", "<div>\n", "<!-- ", "-->", "<b>", "&amp;", "\\", "\t", "!", "\r\n", "- [x] ",
]; // prettier-ignore

describe("readMarkdown", () => {
  it("gives the same blocks whether the text comes at once or piece by piece", () => {
    const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 7 }), (text, step) => {
        expect(tokensOf(stream(text, step))).toEqual(tokensOf(readMarkdown(null, text, true)));
      }),
      { numRuns: timesOf(20_000) },
    );
  });

  it("reads what people write as marked does", () => {
    const text = "# a\n\npara *x*\n\n- one\n  - two\n\n> quote\n\n|a|\n|-|\n|b|\n\n[a]: https://a.example\n\n[a]";
    expect(tokensOf(readMarkdown(null, text, true))).toEqual([...Lexer.lex(text)]);
  });

  it("keeps the blocks that are whole, and reads the last one again", () => {
    const first = readMarkdown(null, "One.\n\nTwo.\n\nThr", false);
    const then = readMarkdown(first, "One.\n\nTwo.\n\nThree", false);
    expect(then.blocks[0]).toBe(first.blocks[0]);
    expect(first.settled).toBe("One.\n\n");
    expect(then.blocks.at(-1)?.token.raw).toBe("Three");
  });

  it("begins anew when the text is another", () => {
    const first = readMarkdown(null, "One.\n\nTwo.\n\nThree", false);
    expect(tokensOf(readMarkdown(first, "Other", false))[0]?.raw).toBe("Other");
  });

  it("finds the address of a reference that stands before it", () => {
    const [paragraph] = tokensOf(stream("See [a].\n\nMore.\n\n[a]: https://a.example\n", 1));
    expect(JSON.stringify(paragraph)).toContain("https://a.example");
  });

  it.each([
    ["quotes", ">"],
    ["spaced quotes", "> "],
    ["bullets", "- "],
    ["numbers", "1. "],
    ["brackets", "["],
    ["links", "[a]("],
    ["pictures", "!["],
    ["stars", "**a "],
    ["mixed emphasis", "*a _b "],
    ["underscores", "_a__b___c"],
    ["ticks", "`a"],
    ["angles", "<"],
    ["comments", "<!--"],
    ["addresses", "a."],
    ["mail", "a@"],
    ["hosts", "www."],
    ["pipes", "|"],
    ["backslashes", "\\"],
    ["ampersands", "&"],
    ["quotes of lists", "> - "],
    ["lists of quotes", "- > "],
  ])("takes 64 KB of %s without end or overflow", (_name, piece) => {
    const text = piece.repeat((64 * KILOBYTE) / piece.length);
    const { blocks } = readMarkdown(null, text, true);
    expect(blocks.map(({ token }) => token.raw).join("").length).toBeGreaterThan(text.length - 3);
  });

  it("takes quotes and lists that go on lazily at every depth", () => {
    for (const mark of [">", "- "]) {
      const lines = Array.from({ length: 200 }, (_nothing, at) => `${mark.repeat(200 - at)}a\nb`);
      expect(readMarkdown(null, lines.join("\n"), true).blocks.length).toBeGreaterThan(0);
    }
  });
});
