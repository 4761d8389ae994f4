import type { QueryReading, Refusal } from "@parley/interpreter/question";
import { joined } from "@parley/interpreter/language/words";
import type { Session } from "./answer-session.ts";
import type { Citation } from "@parley/contract/message";
import type { QuotedBefore } from "./documents/asked-on.ts";
import { askerLanguage } from "@parley/core/answer/asker-language";
import { readingLine } from "./reading-line.ts";
import { sqlBlock } from "./sql-result.ts";
import { contentsOf } from "./uploads/file-facts.ts";

/** What a scope notice says beside the interpreter's own reasons. */
const WORDS = {
  en: {
    meant: "Did you mean",
    examples: "You could ask",
    noDatabase:
      "This chat has no database to answer from. Choose one of your organization's databases, then ask again.",
    noPassage: (projects: readonly string[]) =>
      `No passage in ${projects.join(" and ")} mentions that. To ask about tables, choose a database for this chat.`,
    notTold: (titles: readonly string[]) =>
      `${titles.join(" and ")}, which the answer before quotes, ${titles.length === 1 ? "does" : "do"} not mention that, and no other passage says it together with what was asked before. Please ask it as a whole question.`,
    gone: (titles: readonly string[]) =>
      `${titles.join(" and ")}, which the answer before quotes, can no longer be read in this chat, and no other passage says it together with what was asked before. Please ask it as a whole question.`,
    refused: (failure: string) => `The database could not run the query for it${failure}.`,
    unreadable: (filename: string, reason: string) => `${filename} could not be read: ${reason}.`,
    noRows: (filename: string, headings: string) =>
      `${filename} has headings and no rows below them (${headings}), so there is nothing to count or to add up.`,
    picture: (filename: string) =>
      `${filename}: the built-in interpreter cannot see pictures; choose a model that can.`,
  },
  de: {
    meant: "Gemeint sein kann",
    examples: "Sie können zum Beispiel fragen",
    noDatabase:
      "Dieser Chat hat keine Datenbank, aus der eine Antwort kommen kann. Bitte wählen Sie eine Ihrer Organisation und fragen Sie noch einmal.",
    noPassage: (projects: readonly string[]) =>
      `Keine Stelle in ${projects.join(" und ")} erwähnt das. Für Fragen nach Tabellen wählen Sie bitte eine Datenbank für diesen Chat.`,
    notTold: (titles: readonly string[]) =>
      `In ${titles.join(" und ")}, woraus die letzte Antwort zitiert, steht davon nichts, und keine andere Stelle sagt es zusammen mit dem, was davor gefragt war. Bitte fragen Sie es als ganze Frage.`,
    gone: (titles: readonly string[]) =>
      `${titles.join(" und ")}, woraus die letzte Antwort zitiert, kann in diesem Chat nicht mehr gelesen werden, und keine andere Stelle sagt es zusammen mit dem, was davor gefragt war. Bitte fragen Sie es als ganze Frage.`,
    refused: (failure: string) => `Die Datenbank konnte die Abfrage dafür nicht ausführen${failure}.`,
    unreadable: (filename: string, reason: string) => `${filename} konnte nicht gelesen werden: ${reason}.`,
    noRows: (filename: string, headings: string) =>
      `${filename} hat Überschriften und keine Zeilen darunter (${headings}); es gibt also nichts zu zählen oder zusammenzurechnen.`,
    picture: (filename: string) =>
      `${filename}: Der eingebaute Interpreter kann keine Bilder sehen; bitte wählen Sie ein Modell, das es kann.`,
  },
} as const;

/** What somebody is told whose German question the interpreter could make nothing of: its words would be named one by one. */
const READ_IN_ENGLISH =
  "Der eingebaute Interpreter liest auf Deutsch nur einfache Fragen. Bitte stellen Sie die Frage auf Englisch, oder wählen Sie ein Sprachmodell.";

const wordsFor = ({ question }: Session) => WORDS[askerLanguage(question)];

/** Tables of attached files whose columns a notice names. */
const TABLES_TOLD = 5;

/**
 * The text of a scope notice: why a question cannot be answered from the chat's data, and what could be. `refusal` is the
 * interpreter's reason if it could make nothing of the question; otherwise the chat has no data that it could read.
 */
export function scopeNotice(session: Session, refusal: Refusal | undefined): string {
  const { integration, scope } = session.question;
  const lines = unusedFiles(session);
  const words = wordsFor(session);
  if (refusal) {
    lines.push(words === WORDS.de ? READ_IN_ENGLISH : reasonText(refusal));
    const tables = session.uploads.tables.slice(0, TABLES_TOLD);
    // What was left out, or kept as text, may be why.
    lines.push(...tables.map(contentsOf), ...new Set(tables.flatMap(({ notes }) => notes)));
    if (refusal.choices.length > 0)
      lines.push(`${words.meant}:\n${refusal.choices.map(({ message }) => `- ${message}`).join("\n")}`);
    else if (refusal.suggestions.length > 0)
      lines.push(`${words.examples}:\n${refusal.suggestions.map((question) => `- ${question}`).join("\n")}`);
  } else if (scope.length > 0 && !integration) {
    lines.push(words.noPassage(scope.map(({ name }) => name)));
  } else if (lines.length === 0) {
    lines.push(words.noDatabase);
  }
  return lines.join("\n\n");
}

/** What is said where a question goes on from documents and none of them has its words, or none of them is left. */
export function notToldNotice(session: Session, { left, gone }: QuotedBefore): string {
  const words = wordsFor(session);
  const named = (citations: readonly Citation[]) => [
    ...new Set(citations.map(({ title }) => (words === WORDS.de ? `„${title}“` : `“${title}”`))),
  ];
  return left.length > 0 ? words.notTold(named(left)) : words.gone(named(gone));
}

/** Headings of a table without rows that are named. */
const HEADINGS_TOLD = 10;

/** What is said of files whose tables have headings alone; null where a table has rows. */
export function noRowsNotice(session: Session): string | null {
  const { tables } = session.uploads;
  if (tables.length === 0 || tables.some(({ row_count: rows }) => rows > 0)) return null;
  const words = wordsFor(session);
  const told = tables.map(({ filename, columns }) => {
    const named = columns.slice(0, HEADINGS_TOLD).map(({ heading, name }) => heading ?? name);
    return words.noRows(filename, [...named, ...(columns.length > HEADINGS_TOLD ? ["…"] : [])].join(", "));
  });
  return [...unusedFiles(session), ...told].join("\n\n");
}

/** Why a question was not understood, in one paragraph: the reason, and the words without a meaning that it does not name. */
function reasonText({ reason, unknown }: Refusal): string {
  const unnamed = unknown.filter((word) => !reason.includes(`“${word}”`));
  if (unnamed.length === 0) return reason;
  const words = joined(unnamed.map((word) => `“${word}”`));
  return `${reason} I do not know what ${words} ${unnamed.length === 1 ? "means" : "mean"} in this data.`;
}

/** The text of a scope notice about a question that was read as a query which the database refused. */
export const failedQueryNotice = (session: Session, reading: QueryReading): string =>
  [
    readingLine(reading.interpretation),
    wordsFor(session).refused(session.failure ? ` (${session.failure.message})` : ""),
    sqlBlock(reading.sql),
  ].join("\n\n");

/** What an answer says about attached files that the interpreter could make nothing of. */
export function unusedFiles(session: Session): string[] {
  const { pictures, unreadable } = session.uploads;
  const words = wordsFor(session);
  return [
    ...unreadable.map(({ filename, reason }) => words.unreadable(filename, reason)),
    ...pictures.map(({ filename }) => words.picture(filename)),
  ];
}
