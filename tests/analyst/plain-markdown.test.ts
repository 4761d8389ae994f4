import { knownHosts } from "@parley/analyst/known-hosts";
import { PlainMarkdown, plainMarkdown as plainMarkdownOf } from "@parley/analyst/plain-markdown";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drawnByGitHubLike, drawnByReference } from "./markdown-readers.ts";
import { timesOf } from "../support/sampled.ts";

const isKnown = knownHosts(["a.example", "*.c.example"]);
const plainMarkdown = (text: string) => plainMarkdownOf(text, isKnown);

function inPieces(text: string, sizes: readonly number[]): string {
  const plain = new PlainMarkdown(isKnown);
  let out = "";
  let index = 0;
  for (let piece = 0; index < text.length; piece++) {
    const size = sizes[piece % sizes.length] ?? 1;
    out += plain.write(text.slice(index, index + size));
    index += size;
  }
  return out + plain.end();
}

/** What breaks readers: marks, and what surrounds them. */
const bits = [
  ...Array.from("<>!()[]`\\:\"'|$&;#*_~-=+.\n\n\r\t  "),
  ..."```,````,~~~,![,](,]:,](<,<!--,-->,<?,</a>,<b>,<img src=x>,<script>,<https://a.example>,<javascript:a>".split(
    ",",
  ),
  ..."https://a.example/x,http://b.example,mailto:a@b.example,javascript:alert(1),data:text/html,//c.example".split(
    ",",
  ),
  ..."www.d.example,[a],[a]: ,[a](,![a](,\n    ,\n- ,\n1. ,\n> ,\n| a | b |\n|---|---|\n| ,word,a b,SELECT, `x` ".split(
    ",",
  ),
  "&#106;avascript:x",
  ..."https&colon;//b.example,https:\\/\\/b.example,htt&#112;s://b.example,www&#46;d.example,https://a.example:8@b.example/,https://x.c.example".split(
    ",",
  ),
  "\\`",
  "\n```\n",
  "\n  ```\n",
  "\n    ```\n",
  "\n~~~\n",
  "\n  ~~~\n",
  "\n>\n",
  "\n  <b>",
  "$x$",
  '"title"',
];
const markdown = fc.array(fc.constantFrom(...bits), { maxLength: 40 }).map((parts) => parts.join(""));

describe("a model's text made plain", () => {
  test.each([
    ["an image", "See ![chart](https://a.example/?q=1).", "See ! [chart](https://a.example/?q=1)."],
    [
      "an image in a link",
      "[![a](https://i.example)](https://a.example)",
      "[! [a] (https:// i.example)](https://a.example)",
    ],
    ["a link to a host that is not known", "[a](https://b.example/?q=1)", "[a] (https:// b.example/?q=1)"],
    ["its reference", "[a]: https://b.example\n[a]", "[a] : https:// b.example\n[a]"],
    [
      "an address after a bracket in a reference",
      "[a]: https://a.example/x](http://b.example",
      "[a] : https://a.example/x] (http:// b.example",
    ],
    ["a reference to a host without a scheme", "[a]: //b.example\n[a]", "[a] : //b.example\n[a]"],
    ["a host that begins like a known one", "[a](https://a.example.b.example/)", "[a] (https:// a.example.b.example/)"],
    ["a host after a known one as its user", "[a](https://a.example@b.example)", "[a] (https:// a.example@b.example)"],
    ["a host after an entity", "[a](https://a.example&#46;b.example)", "[a] (https:// a.example&amp;#46;b.example)"],
    ["a host with a dot at its end", "[a](https://x.c.example.)\n", "[a] (https://x.c.example.)\n"],
    ["the domain above the known ones", "[a](https://c.example)", "[a] (https:// c.example)"],
    [
      "a mail to more than one mailbox",
      "[a](mailto:a@a.example?bcc=b@b.example)",
      "[a] (mailto:a@a.example?bcc=b@b.example)",
    ],
    ["an address in angles", "<https://b.example/x>", "&lt;https:// b.example/x>"],
    ["a bare address", "See https://b.example/x.", "See https:// b.example/x."],
    ["a bare address without a scheme", "See www.b.example/x.", "See www. b.example/x."],
    ["a bare address in escapes", "See http\\:\\/\\/b.example", "See http:// b.example"],
    ["a bare address in entities", "See http&colon;//b.example", "See http&amp;colon;//b.example"],
    ["several marks before a bracket", "Wow!![a](https://a.example)", "Wow!! [a](https://a.example)"],
    ["a script's link", "[a](javascript:alert(1))", "[a] (javascript:alert(1))"],
    ["a script's link in angles", "[a](<javascript:alert(1)>)", "[a] (&lt;javascript:alert(1)>)"],
    ["a scheme in entities", "[a](&#106;avascript:alert(1))", "[a] (&#106;avascript:alert(1))"],
    ["a scheme on the next line", "[a](\n javascript:x)", "[a] (\n javascript:x)"],
    ["a reference", "[a]: data:text/html,x\n[a]", "[a] : data:text/html,x\n[a]"],
    ["a tag", "Hello <img src=x onerror=y>", "Hello &lt;img src=x onerror=y>"],
    ["an escaped tag", "Hello \\<b>", "Hello &lt;b>"],
    ["a comment", "a <!-- b -->", "a &lt;!-- b -->"],
    ["an address of a script in angles", "<javascript:a>", "&lt;javascript:a>"],
    ["a backtick alone before a tag", "`\n`<b>`", "\\`\n`<b>`"],
    ["a span over the cells of a table", "| `a | <b>` |", "| \\`a | &lt;b>\\` |"],
    ["a span that an address swallows", "https://a.example/`y <b>`", "https://a.example/\\`y &lt;b>\\`"],
    ["a tag after a fence that has left its list", "- a\n  ```\n<b>\n```\n", "- a\n  ```\n&lt;b>\n\\`\\`\\`\n"],
    [
      "an image after a fence of tildes that holds one of backticks",
      "~~~\n```\n~~~\n![a](https://a.example)\n",
      "~~~\n```\n~~~\n! [a](https://a.example)\n",
    ],
    ["a tag after tildes in a list", "- ~~~\n  ```\n  ~~~\n  <b>", "- \\~\\~\\~\n  ```\n  ~~~\n  <b>"],
    ["a tag after a fence further in than its lines", "  ```\na\n  ```\n  <b>", "  ```\na\n  \\`\\`\\`\n  &lt;b>"],
    ["a tag after backticks further in than those that close", "```\n    ```\n```\n<b>", "```\n    ```\n```\n&lt;b>"],
    ["a tag after a quote within a fence", " ```\n>\n```\n<b>", " ```\n>\n\\`\\`\\`\n&lt;b>"],
  ])("%s loses its mark and no word", (_, text, plain) => {
    expect(plainMarkdown(text)).toBe(plain);
  });

  test.each([
    "Revenue was **1,234.50** in 2025; a < b, b <= c, x <> y, 3 <4 and 5> 2!",
    'Read the [manual](https://a.example/b_(c)?d=1#e "the manual") or write to <mailto:a@a.example>.',
    "It is at https://a.example, (http://X.C.example:8080/y) and ftp: not there. www is 3 letters; AT&T, R&D &euro; &amp;.",
    "`https://b.example` and ops@b.example stay; see [below](https://a.example:443).",
    "[1]: see the report\n\n[a]: https://a.example/x\n",
    "```sql\nSELECT '<b>' || name, a[1](x) FROM t WHERE a <b AND note <> '![x](y)'\n```\n\nDone.",
    "~~~html\n<b>x</b>\n~~~\n\n~~old~~ new ~ about",
    "Use `List<String>` and `` `a` <b> `` here.",
    "1. First\n   ```sql\n   SELECT 1 <b\n\n   FROM t\n   ```\n2. Second",
    "| a | b |\n|---|---|\n| `x` | 1 |\n",
    "`a || b` joins text!",
    "A \\* B \\[c\\] d\\",
    "Ends with <",
    "Ends with !",
    "Ends with ]",
    "",
  ])("ordinary words and code stay as they are: %j", (text) => {
    expect(plainMarkdown(text)).toBe(text);
    expect(inPieces(text, [1])).toBe(text);
  });

  test("nothing is drawn of any text that fetches, runs or hides something", () => {
    fc.assert(
      fc.property(markdown, (text) => {
        const plain = plainMarkdown(text);
        expect(drawnByReference(plain, isKnown), plain).toEqual([]);
        expect(drawnByGitHubLike(plain, isKnown), plain).toEqual([]);
      }),
      { numRuns: timesOf(5_000) },
    );
  });

  test("a text is the same however it is cut into pieces, and plain text stays as it is", () => {
    fc.assert(
      fc.property(markdown, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (text, sizes) => {
        const plain = plainMarkdown(text);
        expect(inPieces(text, sizes)).toBe(plain);
        expect(plainMarkdown(plain)).toBe(plain);
      }),
      { numRuns: timesOf(3_000) },
    );
  });

  test("long marks are cut into pieces like short ones", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...bits),
        fc.constantFrom(...bits),
        fc.integer({ min: 150, max: 4_100 }),
        (a, b, n) => {
          const text = `${a}${b.repeat(n)}${a} <b>`.slice(0, 9_000);
          expect(inPieces(text, [7, 1_999, 1])).toBe(plainMarkdown(text));
        },
      ),
      { numRuns: timesOf(200) },
    );
  });

  test("little is held back: words come out with the piece that brings them", () => {
    const plain = new PlainMarkdown(isKnown);
    expect(plain.write("There are 840 customers")).toBe("There are 840 customers");
    expect(plain.write(" in `cust")).toBe(" in ");
    expect(plain.write("omers` now.")).toBe("`customers` now.");
    expect(plain.write("\n```sql\nSELECT 1")).toBe("\n```sql\nSELECT 1");
  });

  test("64 KB of any mark are passed in a moment", () => {
    for (const bit of bits) {
      const text = bit.repeat(Math.ceil(65_536 / bit.length));
      const started = performance.now();
      plainMarkdown(text);
      expect(performance.now() - started, bit).toBeLessThan(3_000);
    }
  });
});
