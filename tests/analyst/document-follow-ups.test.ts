import type { EarlierMessage } from "@parley/core/answer/answer";
import { describe, expect, test } from "vitest";
import { useHandbook } from "./handbook.ts";
import { ask, questionOf, toolsOf } from "./support.ts";

const rental = `# Boat hire rules

## How long boats are lent

Boats are lent for six hours. Canoes are lent for two days. In pregnancy boats are lent for one hour.

## Deposits

| boat | deposit |
|---|---|
| Canoe | 50 euros |
| Pedal boat | 30 euros |
`;
const review = `# Season review

Boats were lent on 80 days. Most boats that were lent late were kayaks: 12 of them.

## Kayaks at night

Nobody may be on the lake after 10 p.m.
`;

describe("a question that goes on from documents", () => {
  const handbook = useHandbook(rental, "boat-hire-rules.md", { "season-review.md": review });

  /** `lastScope`: what the last question may look into, if that is something else by then. */
  const answerTo = async (message: string, before: readonly string[], lastScope = handbook.scope) => {
    const { organization, scope, files } = handbook;
    const history: EarlierMessage[] = [];
    for (const one of before) {
      const { answer } = await ask(questionOf({ organization, scope, message: one, history }), toolsOf({ files }));
      history.push({ role: "user", type: "user", content: one, metadata: null });
      history.push({ role: "assistant", type: answer.type, content: answer.content, metadata: answer.metadata });
    }
    return (await ask(questionOf({ organization, scope: lastScope, message, history }), toolsOf({ files }))).answer;
  };

  test.each([
    ["and for canoes?", ["How long are boats lent?"], /Canoes are lent for two days/],
    ["and when I am pregnant?", ["How long are boats lent?"], /In pregnancy boats are lent for one hour/],
    ["and for a pedal boat?", ["What is the deposit for a canoe?"], /Pedal boat \| 30 euros/],
    // Another document is called like what is asked.
    ["and kayaks at night?", ["How long are canoes lent?"], /Nobody may be on the lake/],
  ])("is answered by the document that was quoted, first of all: %s", async (message, before, quote) => {
    const { metadata } = await answerTo(message, before);
    expect(metadata.citations?.[0]?.quote).toMatch(quote);
  });

  test("is refused plainly where only another document has its word, about something else", async () => {
    const { type, content, metadata } = await answerTo("and for kayaks?", ["What is the deposit for a canoe?"]);
    expect(type).toBe("scope_notice");
    expect(metadata.citations ?? []).toEqual([]);
    expect(content).toMatch(/^“boat hire rules”, which the answer before quotes, does not mention that/);
  });

  test("says that a document can no longer be read, and not that it does not mention what it may have said", async () => {
    const { content, type } = await answerTo("and for canoes?", ["How long are boats lent?"], []);
    expect(type).toBe("scope_notice");
    expect(content).toMatch(/^“boat hire rules”.*, which the answer before quotes, can no longer be read in this chat/);
  });
});
