import { Markdown } from "@parley/console/parts/markdown.tsx";
import { render } from "preact";
import { describe, expect, it } from "vitest";

/** Draws a text, and returns where. */
function draw(text: string, isStreaming = false, into: Element = document.createElement("div")): Element {
  render(<Markdown text={text} isStreaming={isStreaming} />, into);
  return into.firstElementChild ?? into;
}

/** The elements that may come of a text. */
const harmless =
  "a bdi blockquote br button code del div em h3 h4 h5 h6 hr input li ol p path pre rect span strong svg table tbody td th thead tr ul".split(
    " ",
  );

describe("Markdown", () => {
  it("is drawn with headings below the one it stands under", () => {
    const drawn = draw("# One\n\n###### Six\n\ntext **bold** *slanted* ~~gone~~ `code`");
    expect(drawn.innerHTML).toBe(
      '<h3 dir="auto">One</h3><h6 dir="auto">Six</h6>' +
        '<p dir="auto">text <strong>bold</strong> <em>slanted</em> <del>gone</del> <code>code</code></p>',
    );
  });

  it("has lists with their numbers, tasks, quotes and tables", () => {
    const drawn = draw("3. a\n4. b\n\n- [x] done\n- [ ] open\n\n> quoted\n\n|a|b|\n|-|-:|\n|1|2|");
    expect(drawn.querySelector("ol")?.start).toBe(3);
    expect(Array.from(drawn.querySelectorAll("input"), ({ checked }) => checked)).toEqual([true, false]);
    expect(drawn.querySelector("blockquote p")?.textContent).toBe("quoted");
    expect(drawn.querySelector('td[data-align="right"]')?.textContent).toBe("2");
    expect(drawn.textContent).not.toContain("[x]");
  });

  it("shows code as it is, with a button that copies it", () => {
    const drawn = draw("```html\n<b>&amp;</b>\n```");
    expect(drawn.querySelector("pre")?.textContent).toBe("<b>&amp;</b>");
    expect(drawn.querySelector("button")?.getAttribute("aria-label")).toBe("Copy");
  });

  it("decodes the characters that people name, and keeps what it does not know", () => {
    expect(draw("AT&amp;T &lt;b&gt; &#8364; &#x20AC; &nosuch; &#0;").textContent).toBe("AT&T <b> € € &nosuch; \uFFFD");
  });

  it("isolates text that turns its direction", () => {
    expect(draw("invoice \u202Egpj.exe").querySelector("bdi")?.textContent).toBe("invoice \u202Egpj.exe");
  });
});

describe("a link of Markdown", () => {
  it("opens in a new tab, tells nobody where from, and names its host", () => {
    const link = draw("[our bank](https://evil.example/bank.example)").querySelector("a");
    expect(link?.getAttribute("href")).toBe("https://evil.example/bank.example");
    expect(link?.rel).toBe("noopener noreferrer nofollow");
    expect(link?.target).toBe("_blank");
    expect(link?.textContent).toBe("our bank evil.example");
  });

  it("whose text is another address names its own", () => {
    expect(draw("[https://bank.example](https://evil.example)").textContent).toBe("https://bank.example evil.example");
  });

  it("whose text is its address does not say it twice", () => {
    for (const text of [
      "https://a.example/x",
      "<https://a.example/x>",
      "[a.example](https://a.example)",
      "<me@a.example>",
    ])
      expect(draw(text).querySelector("a")?.children).toHaveLength(1);
  });

  it("names a host of foreign letters in ASCII", () => {
    expect(draw("[bank](https://bаnk.example)").textContent).toContain("xn--");
  });

  it.each([
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](javascript&#58;alert(1))",
    "[x](javascript&colon;alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](<java\tscript:alert(1)>)",
    "[x](<\u0001javascript:alert(1)>)",
    "[x](<java\nscript:alert(1)>)",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](vbscript:msgbox)",
    "[x](file:///etc/passwd)",
    "[x](blob:https://a.example/1)",
    "[x](//evil.example)",
    "[x](/app/sign-in)",
    "[x](?a=b)",
    "[x](https://bank.example@evil.example/)",
    "[x](http://)",
    "<javascript:alert(1)>",
    "[x][1]\n\n[1]: javascript:alert(1)",
    "[x]\n\n[x]: data:text/html,1",
    "![x](javascript:alert(1))",
  ])("is text where it leads elsewhere: %j", (text) => {
    const drawn = draw(text);
    expect(drawn.querySelector("a")).toBeNull();
    expect(drawn.textContent).not.toBe("");
  });
});

describe("hostile Markdown", () => {
  it.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "text <img src=x onerror=alert(1)> text",
    "<svg><script>alert(1)</script></svg>",
    "<svg/onload=alert(1)>",
    '<a href="javascript:alert(1)">x</a>',
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<style>*{display:none}</style>",
    "<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    "<!--><img src=x onerror=alert(1)>-->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<?php echo 1 ?>",
    "<details open ontoggle=alert(1)>",
    "![a](https://evil.example/pixel.png)",
    "![a][p]\n\n[p]: https://evil.example/pixel.png",
    '[x](https://a.example "onmouseover=alert(1)")',
    "|<img src=x>|\n|-|\n|<script>1</script>|",
    "- <b onclick=alert(1)>x</b>\n  <script>1</script>",
    "> <object data=x>",
    "```<img src=x>\n</code><script>alert(1)</script>\n```",
    "`<script>alert(1)</script>`",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "a <style>\n*{}\n</style> b",
  ])("becomes text and nothing else: %j", (text) => {
    const elements = Array.from(draw(text).querySelectorAll("*"));
    const attributes = elements.flatMap((element) => element.getAttributeNames());
    expect(elements.map(({ localName }) => localName).filter((name) => !harmless.includes(name))).toEqual([]);
    expect(attributes.filter((name) => /^(on|src|style|srcdoc|data$)/.test(name))).toEqual([]);
  });

  it("shows HTML letter by letter", () => {
    const text = "<img src=x onerror=alert(1)> and <b>bold</b>";
    expect(draw(text).textContent).toBe(text);
  });
});

describe("Markdown that streams", () => {
  it("never draws a whole block again", () => {
    const text = "# Title\n\nFirst.\n\n- a\n- b\n\n|a|\n|-|\n|1|\n\nLast **one** is here.\n";
    const into = document.createElement("div");
    const kept: Element[] = [];
    for (let end = 1; end <= text.length; end++) {
      const drawn = draw(text.slice(0, end), true, into);
      for (const [at, element] of kept.entries()) expect(drawn.children[at]).toBe(element);
      kept.push(...Array.from(drawn.children).slice(kept.length, -1));
    }
    expect(kept).toHaveLength(4);
    const streamed = draw(text, false, into).innerHTML;
    expect(streamed).toBe(draw(text).innerHTML);
  });
});
