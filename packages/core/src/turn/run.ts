import type { Answerer, Question } from "../answer/answer.ts";
import { askerLanguage } from "../answer/asker-language.ts";
import { bounded } from "../answer/bounded-answer.ts";
import { interruptible } from "../answer/interruptible.ts";
import type { Base, WithFiles } from "../environment/context.ts";
import { idsAfter } from "../environment/ids.ts";
import { visible } from "../failure/visible-error.ts";
import { close } from "../ledger/close.ts";
import { createMeter, type Meter, type Spent } from "../ledger/meter.ts";
import { allowanceOf } from "../ledger/reservation.ts";
import { log, withLogFields } from "../observe/log.ts";
import { metric } from "../observe/metrics.ts";
import { withReceipt } from "../receipt/issue.ts";
import { fromJsonText } from "../store/json-text.ts";
import { keepLease, Stopped } from "./keep-lease.ts";
import { finishRun, type Outcome } from "./finish-run.ts";
import { cancelledEnding, completedEnding, endCalls, type Ending, failedEnding, keepPartialText } from "./endings.ts";
import type { Watcher } from "./delivery.ts";
import { createHistory, type History } from "./history.ts";
import { scheduleEnding } from "./open-schedule.ts";
import { opening } from "./opening.ts";
import { createPump, type Pump } from "./pump.ts";
import { requestOf, type TurnRecord } from "./record.ts";
import { takeEvents, waitsFor } from "./take-events.ts";

export type RunContext = Base & WithFiles;

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
    const beat = keepLease(ctx, { turn, worker, progress: pump.status, meter, stop, ended: ended.signal });
    const history = createHistory(ctx, turn);
    let closing: Promise<void> | undefined;
    for (const { event } of opening(turn)) {
      if (isOpened) pump.note(event);
      else pump.send(event);
    }
    if (watcher) metric("TimeToFirstEvent", ctx.clock.now() - Date.parse(turn.created_at), { route: turn.route });
    try {
      const began = ctx.clock.now();
      const told = await attempt(ctx, { turn, ask, answer, pump, meter, history, signal: stop.signal });
      const ending = told === "lost" ? told : withSpending(told, meter.spent, ctx.clock.now() - began);
      const outcome = await finishRun(ctx, ending, { turn, worker, pump, history });
      // A turn is closed where it was settled. What an earlier worker used after its last beat is unknown.
      if (outcome !== "lost") closing = close(ctx, turn, { used: meter.used, lost: turn.attempt > 1 });
      return outcome;
    } finally {
      ended.abort();
      await Promise.all([beat, pump.close(), closing]);
    }
  });
}

/** A turn that runs. */
interface Running extends Pick<Run, "turn" | "ask" | "answer"> {
  pump: Pump;
  meter: Meter;
  history: History;
  /** Aborted, with a `Stopped`, where the turn must stop. */
  signal: AbortSignal;
}

/** The ending with what its models used where the answerer could not say it: a turn that is cut short costs what it cost. */
function withSpending(ending: Ending, { model_id, ...spent }: Spent, duration_ms: number): Ending {
  return ending.usage || model_id === null ? ending : { ...ending, model_id, usage: { ...spent, duration_ms } };
}

/** Runs the answerer and turns what becomes of it into an ending. */
async function attempt(ctx: RunContext, running: Running): Promise<Ending | "lost"> {
  const { turn, ask, answer, pump, meter, history, signal } = running;
  try {
    const { open_schedule } = requestOf(turn);
    if (open_schedule !== null) return scheduleEnding(fromJsonText(open_schedule), running);
    const question = await waitsFor(signal)(ask(signal));
    const { clock, files, settings, secrets } = ctx;
    const ids = idsAfter(ctx.ids, turn.message_floor);
    const asked = answer(question, { signal, clock, ids, files, settings, secrets, meter });
    const answered = await takeEvents(
      ctx,
      bounded(interruptible(clock, signal, asked), askerLanguage(question)),
      running,
    );
    return await withReceipt(ctx, { turn, question, answer: answered, ending: completedEnding(answered, history) });
  } catch (error) {
    const stopped = signal.aborted && signal.reason instanceof Stopped ? signal.reason.why : undefined;
    if (stopped === "lost") return "lost";
    if (stopped === "cancelled") return await cancelledEnding(running);
    const { code, ...cause } =
      stopped === "deadline" ? { code: "TURN_DEADLINE_EXCEEDED" as const, message: undefined } : visible(error);
    if (code === "INTERNAL") log("error", "the turn failed", {}, error);
    pump.drop();
    endCalls(running);
    keepPartialText(running);
    return failedEnding(ctx, turn, code, { ...cause, messages: history.messages() });
  }
}
