import type { Answer, AnswerEvent } from "../answer/answer.ts";
import type { CutAnswer } from "../answer/bounded-answer.ts";
import type { WithFiles } from "../environment/context.ts";
import { keepRows } from "../visualization/kept-rows.ts";
import type { History } from "./history.ts";
import type { Pump } from "./pump.ts";
import type { TurnRecord } from "./record.ts";

/** A turn that runs, and where what its answerer says goes. */
interface Taker {
  turn: TurnRecord;
  pump: Pump;
  history: History;
  signal: AbortSignal;
}

/** Takes the answerer's events one by one until it returns. An abort ends it even if the answerer does not listen. */
export async function takeEvents(
  ctx: WithFiles,
  events: AsyncGenerator<AnswerEvent, Answer | CutAnswer>,
  { turn, pump, history, signal }: Taker,
): Promise<Answer | CutAnswer> {
  const kept: Promise<void>[] = [];
  const unlessAborted = waitsFor(signal);
  try {
    for (;;) {
      const next = await unlessAborted(events.next());
      if (next.done) {
        await Promise.all(kept);
        return next.value;
      }
      const event = next.value;
      switch (event.type) {
        case "progress":
          pump.send({ event: "processing", data: { status: event.status } });
          break;
        case "tool_call":
          history.call(event.call);
          pump.send({ event: "tool_call", data: event.call });
          break;
        case "tool_result":
          history.result(event.result);
          pump.send({ event: "tool_result", data: event.result });
          break;
        case "tool_message":
          history.add("tool_message", event.content);
          break;
        case "visualization":
          if (event.rows && event.visualization.type === "table") {
            const keeping = keepRows(ctx.files, turn.chat_id, event.visualization, event.rows);
            // It may fail long before it is awaited, when the answer is complete.
            keeping.catch(() => undefined);
            kept.push(keeping);
          }
          history.show(event.visualization);
          pump.send({ event: "visualization", data: event.visualization });
          break;
        case "text_delta":
          pump.write(event.content);
          break;
        default:
          event satisfies never;
      }
    }
  } finally {
    await Promise.allSettled(kept);
    // The generator may be stuck in a call that ignores the signal: it is asked to end, and not awaited.
    void events.return(undefined as never).catch(() => undefined);
  }
}

/** Waits for one piece of work after another; a wait rejects with the signal's reason as soon as it is aborted. */
export function waitsFor(signal: AbortSignal) {
  // One listener for all: a turn waits for every piece of its text.
  let interrupt = () => {};
  signal.addEventListener("abort", () => interrupt(), { once: true });
  return <T>(work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      interrupt = () => reject(signal.reason);
      if (signal.aborted) interrupt();
      work.then(resolve, reject);
    });
}
