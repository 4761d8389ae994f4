import type { Introspection } from "@parley/contract/source";
import { iso } from "../environment/clock.ts";
import type { Base, MemberContext, WithQueue } from "../environment/context.ts";
import { refuseAdministrator } from "../failure/refuse-administrator.ts";
import { expr } from "../store/expression.ts";
import { spend } from "../throttle/spend.ts";
import { isUntouched, traces, waitingSince } from "../wake/queued-work.ts";
import { sweepWork, wakeWorker } from "../wake/work-sweep.ts";
import type { IntrospectionWake } from "../wake/wake.ts";
import { find, type IntegrationRecord } from "./integration.ts";

/** Partition of the index that lists integrations whose database is being read, or waits for it, by when that was asked for. */
export const introspectionsRunning = "INTROSPECTIONS_RUNNING";

const messageOf = ({ organization_id, id }: IntegrationRecord): IntrospectionWake => ({
  kind: "introspection",
  organization_id,
  integration_id: id,
});

const isRunning = (integration: IntegrationRecord): boolean => integration.index_pk === introspectionsRunning;

/**
 * Has an integration's database read by a worker, and returns how that stands. While one is being read nothing is begun a second
 * time, nor does asking cost anything. Throws SOURCE_NOT_FOUND, RATE_LIMIT.
 */
export async function request(ctx: MemberContext & WithQueue, id: string): Promise<Introspection> {
  const integration = await find(ctx, id, { consistent: true });
  if (!integration) return refuseAdministrator("SOURCE_NOT_FOUND");
  if (isRunning(integration) && integration.introspection) return integration.introspection;
  // It connects to whatever the integration names and says what became of it, as a test does.
  await spend(ctx, "connection_test", ctx.actor.member_id);
  const introspection: Introspection = {
    status: "running",
    requested_at: iso(ctx.clock.now()),
    ended_at: null,
    error: null,
  };
  const { index_pk, index_sk } = waitingSince(ctx, introspectionsRunning, id);
  const outcome = await ctx.table.update<IntegrationRecord>(
    integration,
    expr`SET #introspection = ${introspection}, #index_pk = ${index_pk}, #index_sk = ${index_sk}`,
    expr`attribute_exists(#pk) AND attribute_not_exists(#index_pk)`,
  );
  // Where it was refused another request was first, whose state is the answer, or the integration was removed.
  if (!outcome.done) return outcome.item?.introspection ?? refuseAdministrator("SOURCE_NOT_FOUND");
  await wakeWorker(ctx, messageOf(outcome.item));
  return introspection;
}

/** For a SET and REMOVE: the reading has ended, with this error or none. */
export const endedWith = (ctx: Base, error: Introspection["error"]) =>
  expr`SET #introspection.#status = ${error ? "failed" : "done"}, #introspection.#ended_at = ${iso(ctx.clock.now())}, #introspection.#error = ${error} REMOVE ${traces}`;

/** Ends the reading of a database whose workers were all lost. Nothing changes if one has it again, or the integration changed. */
export async function giveUp(ctx: Base, integration: IntegrationRecord): Promise<void> {
  const error = {
    code: "INTROSPECTION_INTERRUPTED",
    message: "Reading the database was interrupted several times.",
  };
  await ctx.table.update(integration, endedWith(ctx, error), isUntouched(integration));
}

/**
 * Looks at every integration whose database is being read, or waits for it: for one without a worker one is woken, and one that was
 * begun too often has failed. For the sweeper: begins nothing after `deadline` (ms). Returns how many were woken and how many failed.
 */
export const sweepIntrospections = (ctx: Base & WithQueue, deadline?: number) =>
  sweepWork<IntegrationRecord>(
    ctx,
    { partition: introspectionsRunning, message: messageOf, giveUp: (integration) => giveUp(ctx, integration) },
    deadline,
  );
