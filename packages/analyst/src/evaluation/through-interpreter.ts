import { verbalize } from "@parley/interpreter/explain/sentence";
import type { LogicalForm } from "@parley/interpreter/form/logical-form";
import { interpret } from "@parley/interpreter/interpret";
import type { QueryReading } from "@parley/interpreter/question";
import { type Ask, nothingSaid, type Reply } from "./reply.ts";
import { reasonOf } from "./question-file.ts";
import { plainRows, runSql, type Workplace } from "./workplace.ts";

/** Asks the interpreter alone: reads the question, runs its SQL and puts the result into words. `now`: what "last month" is before. */
export function throughInterpreter(now: Date): Ask {
  return async ({ question, after }, place, signal) => {
    const read = (text: string, earlier: LogicalForm[]) =>
      interpret({ text, schema: place.schema, now, earlier, guidance: [...place.rules] });
    const earlier: LogicalForm[] = [];
    for (const message of after) {
      const before = read(message, earlier);
      if (before.kind === "query") earlier.push(before.form);
    }
    const started = performance.now();
    const reading = read(question, earlier);
    const milliseconds = performance.now() - started;
    if (reading.kind === "query") return { ...(await answered(reading, place, signal)), milliseconds };
    const { reason: text, unknown: left_out, choices } = reading;
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
