import type { Chat, Message } from "@parley/client";
import { chatMarkdown } from "@parley/console/chat/export-chat.ts";
import { inertMarkdown, plainLine } from "@parley/console/chat/inert-markdown.ts";
import { en } from "@parley/console/words/chat-en.ts";
import { sayIn } from "@parley/console/words/words.ts";
import { type Node, Parser } from "commonmark";
import { marked, type Token } from "marked";
import { describe, expect, it } from "vitest";
import { hostileTexts } from "../support/hostile-texts.ts";

const isSafeLink = (address: string): boolean => /^(https?:\/\/|mailto:)/i.test(address);

/** What two readers of Markdown would fetch, follow or run of a text; a line break within a cell is none of it. */
function dangersIn(markdown: string): string[] {
  const dangers: string[] = [];
  const walker = new Parser().parse(markdown).walker();
  for (let step = walker.next(); step; step = walker.next()) {
    const { type, literal, destination }: Node = step.node;
    if ((type === "html_inline" || type === "html_block") && literal !== "<br>") dangers.push(`html: ${literal}`);
    if (type === "image") dangers.push(`image: ${destination}`);
    if (type === "link" && !isSafeLink(destination ?? "")) dangers.push(`link: ${destination}`);
  }
  void marked.walkTokens(marked.lexer(markdown), (token: Token) => {
    if (token.type === "html" && token.raw !== "<br>") dangers.push(`html: ${token.raw}`);
    if (token.type === "image") dangers.push(`image: ${token.raw}`);
    if (token.type === "link" && !isSafeLink(String(token["href"]))) dangers.push(`link: ${token.raw}`);
  });
  return dangers;
}

/** What a reader of Markdown shows of a line. */
function shownOf(markdown: string): string {
  let shown = "";
  const walker = new Parser().parse(markdown).walker();
  for (let step = walker.next(); step; step = walker.next()) shown += step.node.literal ?? "";
  return shown;
}

describe("Markdown of others' texts", () => {
  it("has a corpus of at least 140 texts, each once", () => {
    expect(new Set(hostileTexts).size).toBe(hostileTexts.length);
    expect(hostileTexts.length).toBeGreaterThanOrEqual(140);
  });

  it.each(hostileTexts)("shows nothing but text of the answer %j", (text) => {
    expect(dangersIn(inertMarkdown(text))).toEqual([]);
    expect(dangersIn(inertMarkdown(`Before ${text} after`))).toEqual([]);
  });

  it("says the same in a line as the text that it is of", () => {
    for (const text of hostileTexts) {
      const line = plainLine(text);
      expect(dangersIn(line)).toEqual([]);
      const meant = text
        .split(/\s*[\r\n\u2028\u2029]+\s*/)
        .join(" ")
        .trim()
        .replaceAll("\u0000", "\uFFFD");
      expect(shownOf(line)).toBe(meant);
    }
  });

  it("keeps headings, lists, tables, links and code of an answer", () => {
    const answer =
      "# A\n\n- *b* `a < b` [c](https://c.example)\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```sql\nSELECT 1 < 2\n```";
    expect(inertMarkdown(answer)).toBe(answer);
  });

  it("closes a code block that an answer leaves open", () => {
    expect(inertMarkdown("~~~~\ncode")).toBe("~~~~\ncode\n~~~~");
  });

  it("keeps negative numbers and names of columns in cells as they are", () => {
    expect(plainLine("total_amount is 12. of 20")).toBe("total_amount is 12. of 20");
    expect(plainLine("12. of May")).toBe("12\\. of May");
  });
});

describe("an exported chat of hostile texts", () => {
  const message = (type: Message["type"], content: string, metadata: Message["metadata"] = null): Message => ({
    id: "m",
    role: type === "user" ? "user" : "assistant",
    type,
    content,
    timestamp: "2026-11-23T05:00:00Z",
    metadata,
  });

  it.each(hostileTexts)("is a chat of text wherever %j stands in it", (text) => {
    const table = { id: "t", type: "table" as const, headers: [text], rows: [[text], ["-5"]], row_count: 2 };
    const step = {
      tool_call_id: "1",
      tool: text,
      status: "error",
      duration_ms: 1,
      summary: text,
      result: null,
      error: text,
    };
    const metadata = { interpretation: text, assumptions: [text], left_out: [text], visualizations: [table] };
    const messages = [
      message("user", text),
      message("tool_message", text),
      message("tool_result", JSON.stringify(step)),
      message("final", text, metadata),
    ];
    const chat = { id: "c", title: text } as Chat;
    const markdown = chatMarkdown({ chat, messages }, { say: sayIn("en", en), language: "en" });
    expect(dangersIn(markdown)).toEqual([]);
    expect(markdown).toContain("| -5 |");
  });
});
