import type { ConsumptionLimits } from "@parley/contract/limits";
import { randomBytes } from "node:crypto";
import { iso } from "../environment/clock.ts";
import type { Base, OrganizationContext } from "../environment/context.ts";
import { assignments, expr } from "../store/expression.ts";
import { organizationPk } from "../store/keys.ts";
import { emptyTotalWrite } from "../query/total-bytes.ts";
import { open, seal } from "../environment/secrets.ts";
import type { Key } from "../store/table-item.ts";
import type { Write } from "../store/table-transactions.ts";

export interface OrganizationRecord extends Key {
  id: string;
  name: string;
  /** The key of every `user_key`, sealed for this organization (D10). */
  shared_secret: string;
  /** Unix seconds: access tokens issued before, with the old shared secret, are void. */
  tokens_from?: number;
  /** What it and its members may use, if the operator has set other limits than the defaults. */
  limits?: Partial<ConsumptionLimits>;
  created_at: string;
  updated_at: string;
}

/** What the operator's list shows of an organization. */
export type OrganizationEntry = Pick<OrganizationRecord, "id" | "name" | "created_at">;

/** The organization's own item; exported for the one read of the authenticate exchange, and of a membership. */
export const organizationKey = (id: string): Key => ({ pk: organizationPk(id), sk: "ORGANIZATION" });

const registry = "ORGANIZATIONS";
const registryKey = (id: string): Key => ({ pk: registry, sk: organizationPk(id) });

const newSharedSecret = () => randomBytes(32).toString("base64url");

/** Makes an organization. Its shared secret (base64url of 32 bytes) is shown here and by `sharedSecret`. */
export async function create(
  ctx: Base,
  { id = ctx.ids.next(), name }: { id?: string; name: string },
): Promise<{ organization: OrganizationRecord; shared_secret: string }> {
  const secret = newSharedSecret();
  const now = iso(ctx.clock.now());
  const organization: OrganizationRecord = {
    ...organizationKey(id),
    id,
    name,
    shared_secret: seal(ctx.secrets.encryptionKeys(), secret, id),
    created_at: now,
    updated_at: now,
  };
  const outcome = await ctx.table.transact([
    { put: { ...organization }, when: expr`attribute_not_exists(#pk)` },
    { put: { ...registryKey(id), id, name, created_at: now } },
    emptyTotalWrite(id),
  ]);
  if (!outcome.done) throw new Error("an organization with this id already exists");
  return { organization, shared_secret: secret };
}

/** Gives the actor's organization another name. Throws if there is none. */
export async function rename(ctx: OrganizationContext, name: string): Promise<OrganizationRecord> {
  const id = ctx.actor.organization_id;
  const named = (key: Key, change: object): Write => ({
    update: key,
    set: expr`SET ${assignments({ name, ...change })}`,
    when: expr`attribute_exists(#pk)`,
  });
  const outcome = await ctx.table.transact([
    named(organizationKey(id), { updated_at: iso(ctx.clock.now()) }),
    named(registryKey(id), {}),
  ]);
  const renamed = await ctx.table.get<OrganizationRecord>(organizationKey(id), { consistent: true });
  if (!outcome.done || !renamed) throw new Error("there is no such organization");
  return renamed;
}

/** Every organization of the deployment. */
export const list = (ctx: Base): Promise<OrganizationEntry[]> =>
  ctx.table.queryAll<OrganizationEntry>({ pk: registry });

/** The actor's organization, or undefined if there is none. */
export const get = (ctx: OrganizationContext): Promise<OrganizationRecord | undefined> =>
  ctx.table.get<OrganizationRecord>(organizationKey(ctx.actor.organization_id));

/** Opens the shared secret of an organization. Throws if the deployment's encryption keys do not open it. */
export const openSharedSecret = (ctx: Base, organization: OrganizationRecord): string =>
  open(ctx.secrets.encryptionKeys(), organization.shared_secret, organization.id);

/** The shared secret of the actor's organization, base64url. */
export async function sharedSecret(ctx: OrganizationContext): Promise<string> {
  const organization = await ctx.table.get<OrganizationRecord>(organizationKey(ctx.actor.organization_id), {
    consistent: true,
  });
  if (!organization) throw new Error("there is no such organization");
  return openSharedSecret(ctx, organization);
}

/**
 * Replaces the shared secret and returns the new one. Every outstanding `user_key` stops working, and within 30 s every
 * access token issued with one.
 */
export async function rotateSharedSecret(ctx: OrganizationContext): Promise<string> {
  const id = ctx.actor.organization_id;
  const secret = newSharedSecret();
  await endTokens(ctx, { shared_secret: seal(ctx.secrets.encryptionKeys(), secret, id) });
  return secret;
}

/** Signs everybody in the organization out: within 30 s earlier access tokens are void. */
export const signOut = (ctx: OrganizationContext): Promise<void> => endTokens(ctx, {});

/** Ends the access tokens issued up to now, in one write with what `change` sets. */
async function endTokens(ctx: OrganizationContext, change: Partial<OrganizationRecord>): Promise<void> {
  const now = ctx.clock.now();
  const outcome = await ctx.table.update(
    organizationKey(ctx.actor.organization_id),
    expr`SET ${assignments({
      ...change,
      // A token names the second it was issued in; the second of the change counts as before it.
      tokens_from: Math.floor(now / 1000) + 1,
      updated_at: iso(now),
    })}`,
    expr`attribute_exists(#pk)`,
  );
  if (!outcome.done) throw new Error("there is no such organization");
}
