import { checkSelect } from "@parley/datasource/guard/guard";
import { tokenize } from "@parley/datasource/tokens/lexer";
import { bindPlaceholders, parameterNames } from "@parley/datasource/placeholders/placeholders";
import { DatasourceError, type Dialect } from "@parley/datasource/types";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { timesOf } from "../support/sampled.ts";

const dialects: Dialect[] = ["postgres", "mysql", "sqlite"];

/** Soups of what SQL is made of. */
const soup = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "SELECT",
        "FROM",
        "WITH",
        "a",
        "t.b",
        "(",
        ")",
        ",",
        ";",
        "*",
        "'",
        '"',
        "`",
        "[",
        "]",
        "$$",
        "$x$",
        "$1",
        "?",
        "?1",
        "@",
        ":a",
      ),
      fc.constantFrom(
        "--",
        "#",
        "/*",
        "*/",
        "/*!",
        "\\",
        "\n",
        " ",
        "E'",
        "U&'",
        "x'",
        "_utf8'",
        "{{a}}",
        "{{ b }}",
        "{",
        "1",
        "1.5e3",
        "0x1F",
        "é",
        "\u00a0",
      ),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 25 },
  )
  .map((parts) => parts.join(""));

const kinds = (sql: string, dialect: Dialect) =>
  tokenize(sql, dialect)
    .filter(({ kind }) => kind !== "space")
    .map(({ kind, text }) => `${kind} ${text}`);

describe.each(dialects)("the lexer of %s", (dialect) => {
  test("loses no character, or says what never ends", () => {
    fc.assert(
      fc.property(soup, (sql) => {
        try {
          const tokens = tokenize(sql, dialect);
          expect(tokens.map(({ text }) => text).join("")).toBe(sql);
          expect(tokens.every(({ text }) => text.length > 0)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(DatasourceError);
        }
      }),
      { numRuns: timesOf(2_000) },
    );
  });

  test("guard and placeholders fail with a DatasourceError only", async () => {
    await fc.assert(
      fc.asyncProperty(soup, async (sql) => {
        expect(Array.isArray(parameterNames(sql))).toBe(true);
        const values = Object.fromEntries(parameterNames(sql).map((name) => [name, "1"]));
        const attempts = [checkSelect(sql, dialect), (async () => bindPlaceholders(sql, dialect, values))()];
        for (const outcome of await Promise.allSettled(attempts)) {
          if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(DatasourceError);
        }
      }),
      { numRuns: timesOf(1_000) },
    );
  });
});

describe("what differs between the dialects", () => {
  test.each<[Dialect, string, string[]]>([
    ["postgres", "a/* /* b */ */c", ["word a", "comment /* /* b */ */", "word c"]],
    ["mysql", "a/* /* b */c", ["word a", "comment /* /* b */", "word c"]],
    ["postgres", "'a\\'b", ["string 'a\\'", "word b"]],
    ["mysql", "'a\\'b'", ["string 'a\\'b'"]],
    ["postgres", "E'a\\'b'", ["string E'a\\'b'"]],
    ["postgres", '"a"', ['quoted "a"']],
    ["mysql", '"a"', ['string "a"']],
    ["sqlite", '"a"', ['quoted "a"']],
    ["sqlite", "[a b]`c`", ["quoted [a b]", "quoted `c`"]],
    ["postgres", "a#b", ["word a", "symbol #", "word b"]],
    ["mysql", "a#b", ["word a", "comment #b"]],
    ["mysql", "1--1", ["number 1", "symbol -", "symbol -", "number 1"]],
    ["postgres", "1--1", ["number 1", "comment --1"]],
    ["mysql", "1a.b", ["word 1a", "symbol .", "word b"]],
    ["postgres", "$x$ $$ ' $x$", ["string $x$ $$ ' $x$"]],
    ["postgres", "a$1", ["word a$1"]],
    ["postgres", "$1", ["parameter $1"]],
    ["sqlite", "?12", ["parameter ?12"]],
    ["postgres", "U&\"a\" U&'b'", ['quoted U&"a"', "string U&'b'"]],
    ["mysql", "_utf8mb4 'a'", ["string _utf8mb4 'a'"]],
    ["postgres", "1.5e3 .5 0x1F", ["number 1.5e3", "number .5", "number 0x1F"]],
    ["postgres", "a\u00a0b", ["word a\u00a0b"]],
    ["sqlite", "/* open", ["comment /* open"]],
  ])("%s: %s", (dialect, sql, tokens) => {
    expect(kinds(sql, dialect)).toEqual(tokens);
  });
});
