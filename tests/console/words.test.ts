import { de as chartDe } from "@parley/console/words/chart-de.ts";
import { en as chartEn } from "@parley/console/words/chart-en.ts";
import { de as chatDe } from "@parley/console/words/chat-de.ts";
import { en as chatEn } from "@parley/console/words/chat-en.ts";
import { de as chatListDe } from "@parley/console/words/chat-list-de.ts";
import { en as chatListEn } from "@parley/console/words/chat-list-en.ts";
import { de as partsDe } from "@parley/console/words/parts-de.ts";
import { en as partsEn } from "@parley/console/words/parts-en.ts";
import { de as shellDe } from "@parley/console/words/shell-de.ts";
import { en as shellEn } from "@parley/console/words/shell-en.ts";
import { type Phrase, sayIn, type WordTable } from "@parley/console/words/words.ts";
import { describe, expect, it } from "vitest";

/** The tables of each area, in English and German. */
const areas: Readonly<Record<string, readonly [en: WordTable, de: WordTable]>> = {
  chart: [chartEn, chartDe],
  chat: [chatEn, chatDe],
  "the list of chats": [chatListEn, chatListDe],
  parts: [partsEn, partsDe],
  shell: [shellEn, shellDe],
};

/** The names in braces that a phrase waits for. */
function namesIn(phrase: Phrase): string[] {
  const forms = typeof phrase === "string" ? [phrase] : [phrase.one, phrase.other];
  return [
    ...new Set(forms.flatMap((form) => Array.from(form.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name))),
  ].toSorted();
}

describe.each(Object.entries(areas))("the words of %s", (_area, [en, de]) => {
  it("have the same phrases in both languages, with the same names in them", () => {
    const names = (table: WordTable) =>
      Object.fromEntries(Object.entries(table).map(([key, phrase]) => [key, namesIn(phrase)]));
    expect(names(de)).toEqual(names(en));
  });
});

describe("sayIn", () => {
  const table = { rows: { one: "{count} row", other: "{count} rows" }, hello: "Hello {name}" };

  it("chooses the form by the number, which it writes as the language does", () => {
    expect(sayIn("en", table)("rows", { count: 1 })).toBe("1 row");
    expect(sayIn("de", table)("rows", { count: 10_000 })).toBe("10.000 rows");
  });

  it("leaves a name that has no value as it is written", () => {
    expect(sayIn("en", table)("hello")).toBe("Hello {name}");
  });
});
