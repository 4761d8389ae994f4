import type { MessageMetadata } from "@parley/client";
import { ChatContext, type ChatScene } from "@parley/console/chat/chat-context.ts";
import { allFeatures } from "@parley/console/chat/chat-features.ts";
import { Remarks } from "@parley/console/chat/remarks.tsx";
import { type Language, LanguageContext, loadWords } from "@parley/console/words/words.ts";
import { render } from "preact";
import { act } from "preact/test-utils";
import { describe, expect, it } from "vitest";

await loadWords("de");

// Remarks ask the chat around them for nothing else.
const scene = { features: allFeatures, setEditing: () => undefined } as Partial<ChatScene> as ChatScene;

/** What is said below an answer, as term and texts. */
function remarksOf(metadata: MessageMetadata, language: Language = "en"): [string | null, ...(string | null)[]][] {
  const into = document.createElement("main");
  void act(() =>
    render(
      <LanguageContext.Provider value={language}>
        <ChatContext.Provider value={scene}>
          <Remarks metadata={metadata} questionId={null} />
        </ChatContext.Provider>
      </LanguageContext.Provider>,
      into,
    ),
  );
  return [...into.querySelectorAll("dl > div")].map((row) => [
    row.querySelector("dt")?.textContent ?? null,
    ...[...row.querySelectorAll("dd")].map(({ textContent }) => textContent),
  ]);
}

const lastYear = { from: "2025-01-01", to: "2025-12-31", column: "ordered_at" };
const plain = (text: string | null | undefined) => text?.replace(/[\u2009\u202f\u00a0]/g, " ");

describe("the remarks below an answer", () => {
  it("say which days it is about, and by which column", () => {
    const [[term, days] = []] = remarksOf({ period: lastYear });
    expect([term, plain(days)]).toEqual(["Period", "Jan 1 – Dec 31, 2025 · Ordered at"]);
    const [[zeitraum, tage] = []] = remarksOf({ period: lastYear }, "de");
    expect([zeitraum, plain(tage)]).toEqual(["Zeitraum", "01.01. – 31.12.2025 · Ordered at"]);
  });

  it.each([
    [{ from: "2025-03-01", to: "2025-03-01" }, "Mar 1, 2025 · Ordered at"],
    [{ from: "2025-03-01", to: null }, "from Mar 1, 2025 · Ordered at"],
    [{ from: null, to: "2025-03-01" }, "until Mar 1, 2025 · Ordered at"],
  ])("write the days %j as %j", (days, text) => {
    expect(remarksOf({ period: { ...lastYear, ...days } })).toEqual([["Period", text]]);
  });

  it("say nothing of days that are none", () => {
    expect(remarksOf({ period: { from: "soon", to: null, column: "day" } })).toEqual([]);
    expect(remarksOf({ period: null })).toEqual([]);
  });

  it("say once what to beware of, after what was assumed", () => {
    const open = { code: "open_period", message: "March is not over yet." };
    const warnings = [
      { ...open, sql_index: 0 },
      { ...open, sql_index: 1 },
      { code: "unheard_of", message: "Beware." },
    ];
    expect(remarksOf({ assumptions: ["Revenue is paid."], warnings })).toEqual([
      ["Assumed", "Revenue is paid."],
      ["Please note", "March is not over yet.", "Beware."],
    ]);
    expect(remarksOf({ warnings: [open] }, "de")).toEqual([["Zu beachten", "March is not over yet."]]);
  });
});
