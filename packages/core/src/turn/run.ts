import type { StreamEvent } from "@parley/contract/event";
import type { Base, WithFiles } from "../environment/context.ts";
import { fromJsonText } from "../store/json-text.ts";
import { allowanceOf, close } from "../ledger/account.ts";
import { createMeter, type Meter } from "../ledger/meter.ts";
import { log, withLogFields } from "../observe/log.ts";
import { metric } from "../observe/metrics.ts";
import { idsAfter } from "../environment/ids.ts";
import type { Answer, Answerer, AnswerEvent, Question } from "../answer/answer.ts";
import { keepLease, Stopped } from "./beat.ts";
import { bounded, type CutAnswer } from "../answer/bounded-answer.ts";
import { sharing } from "../answer/sharing.ts";
import { createHistory, type History } from "./history.ts";
import { createPump, type Pump, type Watcher } from "./pump.ts";
import { cancelledEvent, lastEvent } from "./last-event.ts";
import { opening } from "./opening.ts";
import { requestOf, type TurnRecord, turnKey } from "./record.ts";
import { isTerminal } from "./state.ts";
import { settleAbandoned } from "./abandoned.ts";
import { countEnding, type Ending, failedEnding } from "./endings.ts";
import { settleInTime } from "./settle-in-time.ts";
import { errorData, visible } from "../failure/visible-error.ts";
import { keepRows } from "../visualization/rows.ts";

export type RunContext = Base & WithFiles;

/** How a run ended, for its watcher. `lost`: the turn was settled elsewhere. */
export type Outcome = "completed" | "failed" | "cancelled" | "lost";

/** A claimed turn, who runs it, and what answers it. */
export interface Run {
  turn: TurnRecord;
  /** Who has claimed the turn. */
  worker: string;
  /** Builds the question. */
  ask: (signal: AbortSignal) => Promise<Question>;
  answer: Answerer;
  /** Gets the turn's events while they are made. */
  watcher?: Watcher | undefined;
  /** True if the watcher got the turn's opening when it was accepted. */
  isOpened?: boolean;
}

/**
 * Runs a claimed turn to its end: events go to `watcher` and to the turn's log, and the turn is settled before its last
 * event is sent. Whatever fails becomes the turn's ending. Rejects only for faults of the table, after which the lease
 * expires and the turn is settled by whoever meets it.
 */
export async function run(ctx: RunContext, { turn, worker, ask, answer, ...watched }: Run): Promise<Outcome> {
  const { watcher, isOpened = false } = watched;
  const fields = {
    turn_id: turn.turn_id,
    organization_id: turn.organization_id,
    route: turn.route,
    attempt: turn.attempt,
  };
  return withLogFields(fields, async () => {
    const pump = createPump(ctx, turn, watcher);
    const stop = new AbortController();
    const ended = new AbortController();
    const meter = createMeter(allowanceOf(turn));
    const beat = keepLease(ctx, turn, worker, { progress: pump.status, meter }, stop, ended.signal);
    const history = createHistory(ctx, turn);
    let closing: Promise<void> | undefined;
    for (const { event } of opening(turn)) {
      if (isOpened) pump.note(event);
      else pump.send(event);
    }
    if (watcher) metric("TimeToFirstEvent", ctx.clock.now() - Date.parse(turn.created_at), { route: turn.route });
    try {
      const ending = await attempt(ctx, turn, ask, answer, { pump, meter, history }, stop.signal);
      const outcome = await conclude(ctx, turn, worker, ending, pump, history);
      // A turn is closed where it was settled. What an earlier worker used after its last beat is unknown.
      if (outcome !== "lost") closing = close(ctx, turn, { used: meter.used, lost: turn.attempt > 1 });
      return outcome;
    } finally {
      ended.abort();
      await Promise.all([beat, pump.close(), closing]);
    }
  });
}

/** Runs the answerer and turns what becomes of it into an ending. */
async function attempt(
  ctx: RunContext,
  turn: TurnRecord,
  ask: (signal: AbortSignal) => Promise<Question>,
  answer: Answerer,
  { pump, meter, history }: { pump: Pump; meter: Meter; history: History },
  signal: AbortSignal,
): Promise<Ending | "lost"> {
  try {
    const { open_schedule } = requestOf(turn);
    if (open_schedule !== null) return scheduleEnding(fromJsonText(open_schedule), pump, history);
    const question = await waitsFor(signal)(ask(signal));
    const { clock, files, settings, secrets } = ctx;
    const ids = idsAfter(ctx.ids, turn.message_floor);
    const asked = answer(question, { signal, clock, ids, files, settings, secrets, meter });
    const events = bounded(sharing(clock, signal, asked));
    const result = await follow(ctx, turn, events, pump, signal, history);
    return completedEnding(result, history);
  } catch (error) {
    const stopped = signal.aborted && signal.reason instanceof Stopped ? signal.reason.why : undefined;
    if (stopped === "lost") return "lost";
    if (stopped === "cancelled") return await cancelledEnding(pump, history);
    const { code, ...cause } =
      stopped === "deadline" ? { code: "TURN_DEADLINE_EXCEEDED" as const, message: undefined } : visible(error);
    if (code === "INTERNAL") log("error", "the turn failed", {}, error);
    pump.drop();
    endCalls(pump, history);
    history.partial(pump.delivered());
    return failedEnding(ctx, turn, code, { ...cause, messages: history.messages() });
  }
}

/** Takes the answerer's events one by one until it returns. An abort ends it even if the answerer does not listen. */
async function follow(
  ctx: RunContext,
  turn: TurnRecord,
  events: AsyncGenerator<AnswerEvent, Answer | CutAnswer>,
  pump: Pump,
  signal: AbortSignal,
  history: History,
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

/** Settles the turn and sends its last event. */
async function conclude(
  ctx: RunContext,
  turn: TurnRecord,
  worker: string,
  ending: Ending | "lost",
  pump: Pump,
  history: History,
): Promise<Outcome> {
  if (ending === "lost") return giveWay(ctx, turn, pump);
  let { settled, ending: final } = await settleInTime(ctx, turn, worker, ending);
  if (settled === "cancelled") {
    const cancelled = await cancelledEnding(pump, history.withoutAnswer());
    ({ settled, ending: final } = await settleInTime(ctx, turn, worker, cancelled));
  }
  if (settled !== "settled") return giveWay(ctx, turn, pump);
  measure(ctx, turn, final);
  sendLast(turn, final, pump);
  log("info", "turn settled", {
    status: final.status,
    code: final.status === "failed" ? final.error.code : undefined,
    duration_ms: ctx.clock.now() - Date.parse(turn.created_at),
  });
  return final.status;
}

/**
 * The turn is no longer this worker's: it was settled elsewhere, runs again, or its loss has yet to be noticed. The watcher
 * gets its end, unless it runs again; connections are told by `tell-end.ts`.
 */
async function giveWay(ctx: RunContext, turn: TurnRecord, pump: Pump): Promise<Outcome> {
  pump.drop();
  // The log has its own way to the end; a second run's readers must not find this one's there.
  if (!pump.isWatched()) return "lost";
  const key = turnKey(turn.chat_id, turn.turn_id);
  let current = await ctx.table.get<TurnRecord>(key, { consistent: true });
  if (current && !isTerminal(current.status)) {
    await settleAbandoned(ctx, current);
    current = await ctx.table.get<TurnRecord>(key, { consistent: true });
  }
  if (turn.connection_id !== undefined) return "lost";
  // Gone with its chat, which cancelled it.
  if (!current) pump.send(cancelledEvent(turn.turn_id));
  else if (isTerminal(current.status)) pump.send(await lastEvent(ctx, current));
  return "lost";
}

/** What an operator watches: how turns end, how long they take, and what models cost each organization. */
function measure(ctx: RunContext, turn: TurnRecord, ending: Ending): void {
  const { organization_id, route } = turn;
  countEnding(turn, ending);
  metric("TurnDuration", ctx.clock.now() - Date.parse(turn.created_at), { route });
  if (ending.status !== "completed" || !ending.usage) return;
  const { input_tokens, output_tokens, cost_usd } = ending.usage;
  const model = ending.model_id ?? "none";
  metric("InputTokens", input_tokens, { organization_id, model });
  metric("OutputTokens", output_tokens, { organization_id, model });
  if (cost_usd !== null) metric("CostUsd", cost_usd, { organization_id, model });
}

/**
 * The last event: the error, or the message with its authoritative text. A turn that was cancelled ends with the text
 * that was kept, or with an error if there is none. On a socket `interrupted` follows instead, and nothing else (D34).
 */
function sendLast(turn: TurnRecord, ending: Ending, pump: Pump) {
  const last = lastOf(turn, ending);
  if (ending.status === "cancelled" && turn.route === "socket") pump.note(last);
  else pump.send(last);
}

function lastOf(turn: TurnRecord, ending: Ending): StreamEvent {
  if (ending.status === "failed") {
    const { code, message, retryable } = ending.error;
    return { event: "error", data: errorData(code, message, turn.turn_id, { retryable }) };
  }
  const last = ending.messages.at(-1);
  return last && (last.type === "final" || last.type === "scope_notice")
    ? { event: "message", data: { content: last.content, id: last.id } }
    : cancelledEvent(turn.turn_id);
}

function completedEnding(answer: Answer | CutAnswer, history: History): Ending {
  const metadata = { ...answer.metadata, ...history.visualizations() };
  history.add(answer.type, answer.content, metadata, answer.state);
  return {
    status: "completed",
    messages: history.messages(),
    usage: "usage" in answer.metadata ? answer.metadata.usage : null,
    model_id: "model_id" in answer.metadata ? answer.metadata.model_id : null,
  };
}

function scheduleEnding(schedule: Record<string, unknown>, pump: Pump, history: History): Ending {
  const text = "The schedule is ready to be opened.";
  pump.write(text);
  history.add("final", text, { open_schedule: schedule });
  return { status: "completed", messages: history.messages(), usage: null, model_id: null };
}

async function cancelledEnding(pump: Pump, history: History): Promise<Ending> {
  pump.drop();
  endCalls(pump, history);
  // Those who wait for the turn's end send nothing before it: no text may come after what they then send.
  await pump.handedOver();
  history.partial(pump.delivered());
  return { status: "cancelled", messages: history.messages() };
}

/** Gives every call of a turn that was cut short its result (D31). */
function endCalls(pump: Pump, history: History): void {
  for (const result of history.cancelCalls()) pump.send({ event: "tool_result", data: result });
}

/** Waits for one piece of work after another; a wait rejects with the signal's reason as soon as it is aborted. */
function waitsFor(signal: AbortSignal) {
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
