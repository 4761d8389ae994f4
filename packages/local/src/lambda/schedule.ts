import { randomUUID } from "node:crypto";
import type { ScheduledEvent } from "aws-lambda";
import { accountId } from "../api-gateway/aws-format.ts";
import { waitAtMost } from "../process/wait-at-most.ts";
import type { EventSource } from "./event-sources.ts";
import type { LambdaFunction } from "./runtime.ts";

/** The event EventBridge Scheduler sends to a target without an input of its own. */
function scheduledEvent(rule: string, region: string): ScheduledEvent {
  return {
    version: "0",
    id: randomUUID(),
    "detail-type": "Scheduled Event",
    source: "aws.scheduler",
    account: accountId,
    time: `${new Date().toISOString().slice(0, 19)}Z`,
    region,
    resources: [`arn:aws:scheduler:${region}:${accountId}:schedule/default/${rule}`],
    detail: {},
  };
}

export interface ScheduleSettings {
  rule: string;
  everyMs: number;
  target: () => LambdaFunction;
  region: string;
}

/**
 * Invokes a function at once and then at a fixed rate; a second run does not start while one is running. (AWS does not
 * begin at once. Here it cleans up after a killed cloud, without waiting for the minute.)
 */
export function schedule({ rule, everyMs, target, region }: ScheduleSettings): EventSource {
  let running: Promise<unknown> | undefined;
  const tick = (): void => {
    running ??= target()
      .invoke(scheduledEvent(rule, region))
      .catch(() => undefined) // logged by the runtime; the next minute comes
      .finally(() => (running = undefined));
  };
  const timer = setInterval(tick, everyMs);
  tick();
  return {
    async stop(graceMs = 2_000) {
      clearInterval(timer);
      await waitAtMost(graceMs, running);
    },
  };
}
