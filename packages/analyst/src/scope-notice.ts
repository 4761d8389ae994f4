import type { DatasourceError } from "@parley/datasource/types";
import type { QueryReading, Refusal } from "@parley/interpreter/question";
import { joined } from "@parley/interpreter/language/words";
import type { Session } from "./answer-session.ts";
import { askerLanguage } from "./asker-language.ts";
import { readingLine } from "./reading-line.ts";
import { sqlBlock } from "./sql-result.ts";
import { contentsOf } from "./uploads/file-facts.ts";

/** What somebody is told whose German question the interpreter could make nothing of: its words would be named one by one. */
const READ_IN_ENGLISH =
  "Auf Deutsch lesen die eingebauten Regeln nur einfache Fragen. Bitte stellen Sie die Frage auf Englisch, oder wählen Sie ein Sprachmodell.";

/** Tables of attached files whose columns a notice names. */
const TABLES_TOLD = 5;

/**
 * The text of a scope notice: why a question cannot be answered from the chat's data, and what could be. `refusal` is the
 * interpreter's reason if it could make nothing of the question; otherwise the chat has no data that it could read.
 */
export function scopeNotice(session: Session, refusal: Refusal | undefined): string {
  const { integration, scope } = session.question;
  const lines = unusedFiles(session);
  const inGerman = askerLanguage(session.question.message) === "de";
  if (refusal) {
    lines.push(inGerman ? READ_IN_ENGLISH : reasonText(refusal));
    lines.push(...session.uploads.tables.slice(0, TABLES_TOLD).map(contentsOf));
    if (refusal.choices.length > 0)
      lines.push(`Did you mean:\n${refusal.choices.map(({ message }) => `- ${message}`).join("\n")}`);
    else if (refusal.suggestions.length > 0)
      lines.push(
        `${inGerman ? "Sie können zum Beispiel fragen" : "You could ask"}:\n${refusal.suggestions.map((question) => `- ${question}`).join("\n")}`,
      );
  } else if (scope.length > 0 && !integration) {
    lines.push(
      `No passage in ${scope.map((project) => project.name).join(" and ")} mentions that. To ask about tables, choose a database for this chat.`,
    );
  } else if (lines.length === 0) {
    lines.push(
      "This chat has no database to answer from. Choose one of your organization's databases, then ask again.",
    );
  }
  return lines.join("\n\n");
}

/** Why a question was not understood, in one paragraph: the reason, and the words without a meaning that it does not name. */
function reasonText({ reason, unknown }: Refusal): string {
  const unnamed = unknown.filter((word) => !reason.includes(`“${word}”`));
  if (unnamed.length === 0) return reason;
  const words = joined(unnamed.map((word) => `“${word}”`));
  return `${reason} I do not know what ${words} ${unnamed.length === 1 ? "means" : "mean"} in this data.`;
}

/** The text of a scope notice about a question that was read as a query which the database refused. */
export const failedQueryNotice = (reading: QueryReading, failure: DatasourceError | null): string =>
  [
    readingLine(reading.interpretation),
    `The database could not run the query for it${failure ? ` (${failure.message})` : ""}.`,
    sqlBlock(reading.sql),
  ].join("\n\n");

/** What an answer says about attached files that the interpreter could make nothing of. */
export const unusedFiles = ({ uploads }: Session): string[] => [
  ...uploads.unreadable.map(({ filename, reason }) => `${filename} could not be read: ${reason}.`),
  ...uploads.pictures.map(
    ({ filename }) => `${filename}: the built-in interpreter cannot see pictures; choose a model that can.`,
  ),
];
