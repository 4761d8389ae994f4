import type { Base } from "../environment/context.ts";
import { type Expression, expr } from "./expression.ts";
import { log } from "../observe/log.ts";
import type { Item, Key } from "./table-item.ts";

/** How long (ms) a run that dies holds its job: as long as the sweeper's function may run. */
const JOB_LEASE_MS = 60_000;
/** The time (ms) a run has for its work. It begins nothing after that, so that no other run begins beside it. */
export const JOB_BUDGET_MS = 40_000;
/** A clock that is further ahead than this (ms) is wrong, and what it holds is free. */
const CLOCK_AHEAD_MS = 60 * 60_000;

interface JobLease extends Item {
  holder: string;
  held_until: number;
}

const key = (job: string): Key => ({ pk: `JOB#${job}`, sk: "JOB" });

/**
 * Runs `work` unless another run of the job is under way somewhere: two conditional writes and whatever `work` does.
 * `work` is given the time (ms) after which it begins nothing more. Returns what it returned, or undefined if the job
 * is held. A run that died holds its job for a minute.
 */
export async function runAlone<T>(ctx: Base, job: string, work: (until: number) => Promise<T>): Promise<T | undefined> {
  const holder = ctx.ids.next();
  const now = ctx.clock.now();
  const heldUntil = now + JOB_LEASE_MS;
  const isFree = expr`attribute_not_exists(#held_until) OR #held_until <= ${now}`;
  // A lease that ends much later than any that begins now was taken by a clock that is hours ahead: it must not hold the job
  // for hours. Not a little later: this run may have been frozen on its way, and must not mistake another one's for it.
  const isAhead = expr`#held_until > ${heldUntil + CLOCK_AHEAD_MS}`;
  // The answer to a first attempt may have been lost.
  const isOwn = expr`#holder = ${holder}`;
  const taken = await ctx.table.update<JobLease>(
    key(job),
    expr`SET #holder = ${holder}, #held_until = ${heldUntil}`,
    expr`${isFree} OR ${isAhead} OR ${isOwn}`,
  );
  if (!taken.done) return undefined;
  try {
    return await work(now + JOB_BUDGET_MS);
  } finally {
    await letGo(ctx, job, isOwn);
  }
}

/** A fault here must not hide the result of the work; the lease then expires. */
async function letGo(ctx: Base, job: string, isOwn: Expression): Promise<void> {
  try {
    await ctx.table.update(key(job), expr`REMOVE #held_until`, isOwn);
  } catch (error) {
    log("warn", "a job was not released; it is free in a minute", { job }, error);
  }
}
