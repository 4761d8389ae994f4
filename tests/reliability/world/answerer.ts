import { Failure } from "@parley/core/failure/failure";
import type { Answerer } from "@parley/core/answer/answer";

/** What the scripted model does with a message; a message of a simulation is one of these as JSON. */
export interface Script {
  tag: string;
  pieces: number;
  /** Milliseconds before each piece. */
  pause: number;
  /** `tool`: a tool call first. `fail`, `crash`: a visible or an unknown failure after the pieces. `deaf`: an abort is ignored. */
  mode: "text" | "tool" | "fail" | "crash" | "deaf";
}

export const messageOf = (script: Script): string => JSON.stringify(script);
export const scriptOf = (message: string): Script => JSON.parse(message) as Script;

const piecesOf = ({ tag, pieces }: Script) => Array.from({ length: pieces }, (_, at) => `${tag}.${at} `);

/** The whole text of the answer to a message. */
export const textFor = (message: string): string => piecesOf(scriptOf(message)).join("");

/** A stand-in for the analyst: it says what the message asks for, in virtual time. */
export const scripted: Answerer = async function* (question, { signal, clock }) {
  const script = scriptOf(question.message);
  const pieces = piecesOf(script);
  const wait = async () => {
    await clock.sleep(script.pause, script.mode === "deaf" ? undefined : signal);
    if (script.mode !== "deaf") signal.throwIfAborted();
  };
  yield { type: "progress", status: "thinking" };
  if (script.mode === "tool") {
    const call = { tool_call_id: script.tag, tool: "run_sql", args: { sql: script.tag } };
    yield { type: "tool_call", call };
    await wait();
    yield {
      type: "tool_result",
      result: {
        tool_call_id: script.tag,
        tool: "run_sql",
        status: "success",
        duration_ms: 1,
        summary: "",
        result: null,
        error: null,
      },
    };
    yield { type: "tool_message", content: "so far" };
  }
  for (const content of pieces) {
    await wait();
    yield { type: "text_delta", content };
  }
  if (script.mode === "fail") throw new Failure("MODEL_UNAVAILABLE");
  if (script.mode === "crash") throw new TypeError("a bug of the answerer");
  return {
    type: "final",
    content: pieces.join(""),
    metadata: {
      model_id: "scripted",
      usage: { input_tokens: 1, output_tokens: pieces.length, rows: 0, duration_ms: 1, cost_usd: null },
    },
  };
};
