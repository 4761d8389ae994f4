import type { EarlierMessage } from "@parley/core/answer/answer";
import { patience } from "@parley/datasource/introspection/patience";
import type { Schema } from "@parley/datasource/types";
import type { LogicalForm } from "@parley/interpreter/form/logical-form";
import type { Question, QueryReading, Reading } from "@parley/interpreter/question";
import { asDefinedNow, definitionsFor, readableSchema } from "./definitions.ts";
import { memoriesOf } from "./prompt.ts";
import { type Session, type Source, uploadSource } from "./answer-session.ts";

/** The reading of a text against one source. */
export interface Read {
  source: Source;
  schema: Schema;
  reading: Reading;
}

/** A text that reads as a query of a source. */
export type QueryRead = Read & { reading: QueryReading };

/**
 * What the interpreter makes of a text against a source, with the values found for it and the chat's earlier readings that
 * fit it. It is read once a turn: matching and the script share the reading.
 */
export function readingOf(session: Session, source: Source, text: string): Promise<Reading> {
  return kept(session, `asked ${source.kind}\n${text}`, async () => {
    const { findValues } = await import("./found-values.ts");
    const schema = await source.schema(session.tools.signal);
    await findValues(session, source, schema, text);
    const definitions = definitionsFor(session, source);
    const forms = [...session.question.history.map(({ state }) => state), await askedOfSavedQuery(session, source)];
    const earlier = forms
      .filter((form) => isFormOf(form, schema))
      .map((form) => asDefinedNow(form, definitions))
      .filter((form) => form !== null);
    const { history } = session.question;
    const unanswered = unansweredIn(history);
    const offered = unanswered.length > 0 ? offeredIn(history) : undefined;
    return interpreted(session, {
      text,
      schema,
      earlier,
      unanswered,
      ...(offered && { offered }),
      ...(definitions && { definitions }),
    });
  });
}

/** What was asked since the last answer and had none, oldest first. */
function unansweredIn(history: readonly EarlierMessage[]): string[] {
  const since = history.slice(history.findLastIndex(({ type }) => type === "final") + 1);
  const hasNotice = since.some(({ type }) => type === "scope_notice");
  return hasNotice ? since.flatMap(({ type, content }) => (type === "user" ? [content] : [])) : [];
}

/** What the last notice told with: readings of the question before it, or examples of what could be asked. */
function offeredIn(history: readonly EarlierMessage[]): Question["offered"] {
  const { metadata } = history.findLast(({ role }) => role === "assistant") ?? {};
  const choices = metadata?.choices ?? [];
  if (choices.length > 0) return { choices, are: "readings" };
  const examples = (metadata?.follow_ups ?? []).map((message) => ({ label: message, message }));
  return examples.length > 0 ? { choices: examples, are: "examples" } : undefined;
}

/** What the interpreter makes of a text that does not go on from the chat, such as a saved query's title. Read once a turn. */
export function readingAlone(session: Session, source: Source, text: string): Promise<Reading> {
  return kept(session, `alone ${source.kind}\n${text}`, async () => {
    const definitions = definitionsFor(session, source);
    const schema = await source.schema(session.tools.signal);
    return interpreted(session, { text, schema, earlier: [], ...(definitions && { definitions }) });
  });
}

/** What was asked last where a saved query answered it, so that a question can go on from it; else nothing. */
async function askedOfSavedQuery(session: Session, source: Source): Promise<LogicalForm | undefined> {
  const { history } = session.question;
  const last = history.findLastIndex(({ type }) => type === "final");
  const isSaved =
    history[last]?.metadata?.sql?.some(({ saved_query_id }) => (saved_query_id ?? null) !== null) === true;
  const asked = history.slice(0, last).findLast(({ type }) => type === "user");
  if (!isSaved || !asked) return undefined;
  const reading = await readingAlone(session, source, asked.content);
  return reading.kind === "query" ? reading.form : undefined;
}

/** What the interpreter makes of a text that goes on from the turn before, as a form of that one. */
export async function readingAfter(
  session: Session,
  source: Source,
  { text, before }: { text: string; before: LogicalForm },
): Promise<Reading> {
  const definitions = definitionsFor(session, source);
  const schema = await source.schema(session.tools.signal);
  return interpreted(session, { text, schema, earlier: [before], ...(definitions && { definitions }) });
}

/** The readings of a text against all there is. The files of the message come first: a question with a file is about it. */
export async function readSources(session: Session, text: string): Promise<Read[]> {
  const readings: Read[] = [];
  for (const source of [uploadSource(session), session.integration]) {
    if (!source) continue;
    const schema = readableSchema(await source.schema(session.tools.signal), definitionsFor(session, source));
    readings.push({ source, schema, reading: await readingOf(session, source, text) });
  }
  return readings;
}

/** Only the interpreter keeps forms, as plain JSON; version and subject tell them from anything else. */
export function isFormOf(state: unknown, schema: Schema): state is LogicalForm {
  if (typeof state !== "object" || state === null || !("version" in state) || !("subject" in state)) return false;
  return state.version === 1 && schema.tables.some((table) => table.name === state.subject);
}

function kept({ readings }: Session, key: string, read: () => Promise<Reading>): Promise<Reading> {
  const before = readings.get(key);
  if (before) return before;
  const reading = read();
  readings.set(key, reading);
  return reading;
}

async function interpreted(
  { question, tools, found }: Session,
  asked: Pick<Question, "text" | "schema" | "earlier" | "unanswered" | "offered" | "definitions">,
): Promise<Reading> {
  const { interpretPatiently } = await import("@parley/interpreter/interpret");
  const guidance = [...question.rules, ...memoriesOf(question)];
  const values = (await found.get(asked.schema)) ?? [];
  return interpretPatiently(
    { ...asked, now: new Date(tools.clock.now()), guidance, values, figures: true },
    patience(),
  );
}
