import { verbalize } from "@parley/interpreter/explain/sentence";
import type { LogicalForm } from "@parley/interpreter/form/logical-form";
import { interpret } from "@parley/interpreter/interpret";
import { withNearest } from "@parley/interpreter/nearest";
import { valuesAsked } from "@parley/interpreter/values-asked";
import type { QueryReading } from "@parley/interpreter/question";
import { type Ask, nothingSaid, type Reply } from "./reply.ts";
import { reasonOf } from "./question-file.ts";
import { plainRows, runSql, type Workplace } from "./workplace.ts";

/** How long (ms) looking values up may take. */
const LOOK_UP_TIME = 1_500;

/** Asks the interpreter alone: looks up the values it asks for, reads the question, runs its SQL and puts the result into words. `now`: what "last month" is before. */
export function throughInterpreter(now: Date): Ask {
  return async ({ question, after }, place, signal) => {
    const earlier: LogicalForm[] = [];
    let unanswered: string[] = [];
    const read = async (text: string) => {
      const { schema } = place;
      const request = valuesAsked({ text, schema, now });
      const values = request && (await place.datasource.findValues(request, { timeout_ms: LOOK_UP_TIME, signal }));
      const asked = { text, schema, now, earlier, unanswered, guidance: [...place.rules] };
      return interpret({ ...asked, values: values ?? [] });
    };
    for (const message of after) {
      const before = await read(message);
      unanswered = before.kind === "query" ? [] : [...unanswered, message];
      if (before.kind === "query") earlier.push(before.form);
    }
    const started = performance.now();
    const reading = await read(question);
    const milliseconds = performance.now() - started;
    if (reading.kind === "query") return { ...(await answered(reading, place, signal)), milliseconds };
    const { reason: text, unknown: left_out, choices } = await withNearest(question, reading, read);
    return { ...nothingSaid, text, left_out, choices: choices.map(({ message }) => message), milliseconds };
  };
}

async function answered(
  reading: QueryReading,
  place: Workplace,
  signal: AbortSignal,
): Promise<Omit<Reply, "milliseconds">> {
  const { sql, interpretation, assumptions, left_out, confidence } = reading;
  const said = {
    ...nothingSaid,
    answered: true,
    source: "database" as const,
    sql,
    reading: interpretation,
    assumptions,
    left_out,
    confidence,
  };
  try {
    const result = await runSql(place, sql, signal);
    return { ...said, rows: plainRows(result), text: verbalize(reading.form, result) };
  } catch (error) {
    signal.throwIfAborted();
    return { ...said, failure: reasonOf(error) };
  }
}
