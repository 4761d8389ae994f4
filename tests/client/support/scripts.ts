import type { Clock } from "@parley/core/environment/clock";
import type { Answerer, Question } from "@parley/core/answer/answer";
import { Failure } from "@parley/core/failure/failure";

/** What an answer consists of, by the question's first word. */
export const kinds = ["text", "table", "long", "error", "cancelled", "killed"] as const;
export type Kind = (typeof kinds)[number];

/** What a script can do to its own turn. */
export interface Fate {
  /** Asks for the turn's cancellation. */
  cancel(question: Question): Promise<void>;
  /** Kills the worker that answers, whose clock it is; the first one only. */
  kill(question: Question, clock: Clock): Promise<void>;
}

/** Milliseconds of the service's time between two pieces of an answer: longer than it gathers text for. */
const PAUSE_MS = 150;

const words: Record<Kind, readonly string[]> = {
  text: ["Revenue was ", "€ 1,204 ", "in May – ", "up by a fifth. ", "😀 ", "That is all."],
  table: ["The north ", "leads with ", "twelve\nof twenty."],
  long: Array.from({ length: 40 }, (_, at) => `Sentence ${at} of a long answer. `),
  error: ["This will ", "not end well."],
  cancelled: ["There are ", "two "],
  killed: ["A worker ", "may be lost, ", "an answer is not."],
};

/** What a question of this kind is answered with, as far as it is text. */
export const textOf = (kind: Kind): string => words[kind].join("");

const usage = { input_tokens: 0, output_tokens: 0, rows: 2, duration_ms: 1, cost_usd: null };
const rows = [
  ["north", "12"],
  ["south", "8"],
];

/** Answers by script, slowly enough that its pieces travel one by one. */
export const byScript = (fate: Fate): Answerer =>
  async function* (question, { ids, clock, signal }) {
    const kind = kinds.find((name) => question.message.startsWith(name)) ?? "text";
    const pause = async (ms = PAUSE_MS) => {
      await clock.sleep(ms, signal);
      signal.throwIfAborted();
    };
    yield { type: "progress", status: "analyzing" };
    if (kind === "table") {
      const call = { tool_call_id: "c1", tool: "run_sql", args: { sql: "SELECT 1" } };
      yield { type: "tool_call", call };
      yield {
        type: "tool_result",
        result: { ...call, status: "success", duration_ms: 1, summary: "2 rows", result: null, error: null },
      };
      const id = ids.next();
      yield { type: "visualization", visualization: { id, type: "table", headers: ["region", "n"], rows }, rows };
      const values = rows.map(([label = "", value]) => ({ label, value: Number(value) }));
      const data = { values, x_axis_label: "region", y_axis_label: "n" };
      yield {
        type: "visualization",
        visualization: { id: ids.next(), type: "chart", chart_type: "bar", data, table_id: id },
      };
    }
    for (const [at, content] of words[kind].entries()) {
      await pause();
      yield { type: "text_delta", content };
      // Its log is written once a second.
      if (kind === "killed" && at === 1) await pause(1_500).then(() => fate.kill(question, clock));
    }
    if (kind === "error") throw new Failure("QUERY_TIMEOUT");
    if (kind === "cancelled") {
      await pause(1_500);
      await fate.cancel(question);
      await clock.sleep(600_000, signal);
      signal.throwIfAborted();
    }
    return { type: "final", content: textOf(kind), metadata: { model_id: "scripted", usage } };
  };
