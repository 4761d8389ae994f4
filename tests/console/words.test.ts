import { de as agentsDe } from "@parley/console/words/agents-de.ts";
import { en as agentsEn } from "@parley/console/words/agents-en.ts";
import { de as chartDe } from "@parley/console/words/chart-de.ts";
import { en as chartEn } from "@parley/console/words/chart-en.ts";
import { de as chatDe } from "@parley/console/words/chat-de.ts";
import { en as chatEn } from "@parley/console/words/chat-en.ts";
import { de as chatListDe } from "@parley/console/words/chat-list-de.ts";
import { en as chatListEn } from "@parley/console/words/chat-list-en.ts";
import { de as documentsDe } from "@parley/console/words/documents-de.ts";
import { en as documentsEn } from "@parley/console/words/documents-en.ts";
import { de as embedRoomDe } from "@parley/console/words/embed-room-de.ts";
import { en as embedRoomEn } from "@parley/console/words/embed-room-en.ts";
import { de as evaluationDe } from "@parley/console/words/evaluation-de.ts";
import { en as evaluationEn } from "@parley/console/words/evaluation-en.ts";
import { de as feedbackDe } from "@parley/console/words/feedback-de.ts";
import { en as feedbackEn } from "@parley/console/words/feedback-en.ts";
import { de as goldenQuestionDe } from "@parley/console/words/golden-question-de.ts";
import { en as goldenQuestionEn } from "@parley/console/words/golden-question-en.ts";
import { de as impactDe } from "@parley/console/words/impact-de.ts";
import { en as impactEn } from "@parley/console/words/impact-en.ts";
import { de as membersDe } from "@parley/console/words/members-de.ts";
import { en as membersEn } from "@parley/console/words/members-en.ts";
import { de as memoriesDe } from "@parley/console/words/memories-de.ts";
import { en as memoriesEn } from "@parley/console/words/memories-en.ts";
import { de as notesDe } from "@parley/console/words/notes-de.ts";
import { en as notesEn } from "@parley/console/words/notes-en.ts";
import { de as partsDe } from "@parley/console/words/parts-de.ts";
import { en as partsEn } from "@parley/console/words/parts-en.ts";
import { de as qualityDe } from "@parley/console/words/quality-de.ts";
import { en as qualityEn } from "@parley/console/words/quality-en.ts";
import { de as queriesDe } from "@parley/console/words/queries-de.ts";
import { en as queriesEn } from "@parley/console/words/queries-en.ts";
import { de as queryEditorDe } from "@parley/console/words/query-editor-de.ts";
import { en as queryEditorEn } from "@parley/console/words/query-editor-en.ts";
import { de as receiptDe } from "@parley/console/words/receipt-de.ts";
import { en as receiptEn } from "@parley/console/words/receipt-en.ts";
import { de as sourcesDe } from "@parley/console/words/sources-de.ts";
import { en as sourcesEn } from "@parley/console/words/sources-en.ts";
import { de as rulesDe } from "@parley/console/words/rules-de.ts";
import { en as rulesEn } from "@parley/console/words/rules-en.ts";
import { de as shortcutsDe } from "@parley/console/words/shortcuts-de.ts";
import { en as shortcutsEn } from "@parley/console/words/shortcuts-en.ts";
import { de as shellDe } from "@parley/console/words/shell-de.ts";
import { en as shellEn } from "@parley/console/words/shell-en.ts";
import { type Phrase, sayIn, type WordTable } from "@parley/console/words/words.ts";
import { describe, expect, it } from "vitest";

/** The tables of each area, in English and German. */
const areas: Readonly<Record<string, readonly [en: WordTable, de: WordTable]>> = {
  agents: [agentsEn, agentsDe],
  chart: [chartEn, chartDe],
  chat: [chatEn, chatDe],
  "the list of chats": [chatListEn, chatListDe],
  documents: [documentsEn, documentsDe],
  "the room of the embedded chat": [embedRoomEn, embedRoomDe],
  evaluations: [evaluationEn, evaluationDe],
  feedback: [feedbackEn, feedbackDe],
  "the form of a golden question": [goldenQuestionEn, goldenQuestionDe],
  "the preview of a change": [impactEn, impactDe],
  members: [membersEn, membersDe],
  memories: [memoriesEn, memoriesDe],
  notes: [notesEn, notesDe],
  parts: [partsEn, partsDe],
  quality: [qualityEn, qualityDe],
  queries: [queriesEn, queriesDe],
  "the editor of queries": [queryEditorEn, queryEditorDe],
  receipts: [receiptEn, receiptDe],
  sources: [sourcesEn, sourcesDe],
  rules: [rulesEn, rulesDe],
  shell: [shellEn, shellDe],
  "the list of the keys": [shortcutsEn, shortcutsDe],
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

describe("the words of all areas", () => {
  it("call the interpreter by one name: rules are the organization's alone", () => {
    const said = Object.values(areas).flatMap((tables) => tables.flatMap((table) => Object.values<Phrase>(table)));
    expect(said.filter((phrase) => /built-in rules|eingebaute\w* Regeln/i.test(JSON.stringify(phrase)))).toEqual([]);
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
