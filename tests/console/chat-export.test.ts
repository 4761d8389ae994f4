import type { Chat, Message } from "@parley/client";
import { chatJson, chatMarkdown, fileName } from "@parley/console/chat/export-chat.ts";
import { en } from "@parley/console/words/chat-en.ts";
import { sayIn } from "@parley/console/words/words.ts";
import { describe, expect, it } from "vitest";

const message = (type: Message["type"], content: string, metadata: Message["metadata"] = null): Message => ({
  id: `${type} ${content.slice(0, 8)}`,
  role: type === "user" ? "user" : "assistant",
  type,
  content,
  timestamp: "2026-11-23T05:00:00Z",
  metadata,
});

const result = {
  tool_call_id: "1",
  tool: "run_sql",
  status: "success",
  duration_ms: 12,
  summary: "2 rows",
  result: { sql: "SELECT region, n", row_count: 2, columns: [], truncated: false },
  error: null,
};

const whole = {
  chat: { id: "c", title: "North and south" } as Chat,
  messages: [
    message("user", "Orders\nby region"),
    message("tool_result", JSON.stringify(result)),
    message("final", "North leads.\n\nI read the question as: Orders by region.", {
      interpretation: "Orders by region.",
      period: { from: null, to: "2026-10-31", column: "ordered_at" },
      warnings: [{ code: "open_period", message: "*October* is not over yet." }],
      visualizations: [
        { id: "t", type: "table", headers: ["region", "n"], rows: [["north | east", "12"]], row_count: 2 },
      ],
      sql: [
        {
          sql: "SELECT region, n",
          dialect: "postgres",
          integration_id: "i",
          tables: [],
          row_count: 2,
          truncated: false,
          duration_ms: 12,
          saved_query_id: null,
        },
      ],
    }),
  ],
};

describe("a chat as Markdown", () => {
  const markdown = chatMarkdown(whole, { say: sayIn("en", en), language: "en" });

  it("has each question as a heading, and its answer, rows, SQL and steps below it", () => {
    expect(markdown).toBe(`# North and south

## Orders by region

North leads.

| region | n |
| --- | --- |
| north \\| east | 12 |

First 1 of 2 rows

- Read as: Orders by region.
- Period: until Oct 31, 2026
- Please note: \\*October\\* is not over yet.

\`\`\`sql
SELECT region, n
\`\`\`

### Workings

- \`run_sql\`: 2 rows (12 ms)

\`\`\`sql
SELECT region, n
\`\`\`
`);
  });

  it("has the documents that an answer cites under the numbers of its text", () => {
    const cited = ["page 2", "# Fees [x](http://elsewhere.example)"].map((place) => ({
      project_id: "p",
      document_id: "d",
      title: "Terms",
      place,
      quote: "",
    }));
    const final = message("final", "Within 30 days [2], free of charge [1].", { citations: cited });
    const lines = chatMarkdown({ ...whole, messages: [final] }, { say: sayIn("en", en), language: "en" }).split("\n");
    expect(lines).toContain("- [1] Terms, page 2");
    expect(lines.find((line) => line.startsWith("- [2] Terms, "))).toMatch(/Fees \\?\[x/);
  });
});

describe("a chat as JSON", () => {
  it("is what the service keeps, with what tools returned as objects", () => {
    const { chat, messages } = JSON.parse(chatJson(whole));
    expect(chat).toEqual(whole.chat);
    expect(messages.map(({ content }: { content: unknown }) => content)).toEqual([
      whole.messages[0]?.content,
      result,
      whole.messages[2]?.content,
    ]);
  });
});

describe("the name of a downloaded file", () => {
  it("is what any file system takes", () => {
    expect(fileName("Umsatz: je Monat/Jahr?", "csv")).toBe("Umsatz-je-Monat-Jahr.csv");
    expect(fileName("…", "md")).toBe("chat.md");
    expect(fileName("a".repeat(100), "png")).toBe(`${"a".repeat(60)}.png`);
  });
});
