import type { SourceError } from "@parley/contract/source";
import { DatasourceError } from "@parley/datasource/types";
import type { OrganizationContext, WithFiles } from "../environment/context.ts";
import { claim, isHeldBy, whileHeld } from "../wake/queued-work.ts";
import { configOf, find, type IntegrationRecord } from "./integration.ts";
import { endedWith, giveUp, introspectionsRunning } from "./introspection.ts";
import { readSchema } from "./schema.ts";

type Context = OrganizationContext & WithFiles;

const tooSlow: SourceError = {
  code: "INTROSPECTION_TIMEOUT",
  message: "The database took too long to say what it holds.",
};

/** Why the database could not be read, for whoever set it up; undefined for what is a fault of the service. */
async function problemIn(
  ctx: Context,
  integration: IntegrationRecord,
  error: unknown,
): Promise<SourceError | undefined> {
  if (!(error instanceof DatasourceError))
    return error instanceof Error && error.name === "TimeoutError" ? tooSlow : undefined;
  if (error.code === "QUERY_TIMEOUT") return tooSlow;
  // The words for what can go wrong are loaded once something has.
  const { problemOf } = await import("./connection-faults.ts");
  return problemOf(configOf(ctx, integration), error);
}

/** Reads the database; null if that went well. */
async function attempt(ctx: Context, integration: IntegrationRecord, signal: AbortSignal): Promise<SourceError | null> {
  try {
    await readSchema(ctx, integration, signal);
    return null;
  } catch (error) {
    const problem = await problemIn(ctx, integration, error);
    if (!problem) throw error;
    return problem;
  }
}

/**
 * Reads the database of an integration for which that was asked, and notes what became of it. One that is being read elsewhere, has
 * been read, leads to another database by now or is gone is left alone, so that a message that comes twice or late changes nothing.
 * Returns true if it was read here, or could not be.
 */
export async function introspectRequested(ctx: Context, id: string): Promise<boolean> {
  const integration = await claim(ctx, await find(ctx, id, { consistent: true }), {
    partition: introspectionsRunning,
    worker: ctx.ids.next(),
    giveUp: (exhausted) => giveUp(ctx, exhausted),
  });
  if (!integration) return false;
  const settled = await whileHeld(ctx, integration, async (signal) => {
    const error = await attempt(ctx, integration, signal);
    return ctx.table.update(integration, endedWith(ctx, error), isHeldBy(integration));
  });
  return settled?.done ?? false;
}
