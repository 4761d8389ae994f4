import { createHash, randomBytes } from "node:crypto";
import { iso } from "../environment/clock.ts";
import type { Base, OrganizationContext } from "../environment/context.ts";
import { expr } from "../store/expression.ts";
import { organizationPk } from "../store/keys.ts";
import type { Key } from "../store/table-item.ts";
import { spend, spending } from "../throttle/spend.ts";

/** An API key as its organization lists it: only the SHA-256 of the key is kept (D10). */
export interface ApiKeyRecord extends Key {
  id: string;
  name: string;
  key_hash: string;
  created_at: string;
  revoked_at?: string;
}

/** What the exchange finds by the key. The log of its right exchanges (`t0`, `t1`, …) lies in the same item. */
export interface CredentialRecord extends Key {
  organization_id: string;
  revoked_at?: string;
}

const hashOf = (key: string) => createHash("sha256").update(key).digest("hex");
const credentialByHash = (hash: string): Key => ({ pk: `APIKEY#${hash}`, sk: "APIKEY" });

/** The item of an API key; exported for the one read of the authenticate exchange. */
export const credentialKey = (key: string): Key => credentialByHash(hashOf(key));

const prefix = "API_KEY#";
const listedKey = (organizationId: string, id: string): Key => ({
  pk: organizationPk(organizationId),
  sk: `${prefix}${id}`,
});

/** Makes an API key. `key` is shown this once. */
export async function create(ctx: OrganizationContext, name: string): Promise<{ api_key: ApiKeyRecord; key: string }> {
  const organizationId = ctx.actor.organization_id;
  const key = `pk_${randomBytes(32).toString("base64url")}`;
  const hash = hashOf(key);
  const id = ctx.ids.next();
  const created = { id, name, created_at: iso(ctx.clock.now()) };
  const record: ApiKeyRecord = { ...listedKey(organizationId, id), ...created, key_hash: hash };
  await ctx.table.transact([
    { put: { ...record } },
    { put: { ...credentialByHash(hash), ...created, organization_id: organizationId } },
  ]);
  return { api_key: record, key };
}

/** The organization's API keys, the oldest first, revoked ones too. */
export const list = (ctx: OrganizationContext): Promise<ApiKeyRecord[]> =>
  ctx.table.queryAll<ApiKeyRecord>({ pk: organizationPk(ctx.actor.organization_id), begins: prefix });

/** Revokes a key for good. Returns false if the organization has no such key. */
export async function revoke(ctx: OrganizationContext, id: string): Promise<boolean> {
  const key = listedKey(ctx.actor.organization_id, id);
  const record = await ctx.table.get<ApiKeyRecord>(key, { consistent: true });
  if (!record) return false;
  const revoked = expr`SET #revoked_at = if_not_exists(#revoked_at, ${iso(ctx.clock.now())})`;
  await ctx.table.transact([
    { update: key, set: revoked },
    { update: credentialByHash(record.key_hash), set: revoked },
  ]);
  return true;
}

/**
 * Spends one of the key's exchanges: of its right ones, which are counted in its own item, or of its wrong ones, which are
 * counted apart, so that having the key without the shared secret does not lock members out (D9). Throws RATE_LIMIT if the
 * minute has none left. An unknown or revoked key costs the same call and writes nothing.
 */
export async function spendExchange(ctx: Base, key: string, outcome: "right" | "wrong" | "unknown"): Promise<void> {
  if (outcome === "wrong") return spend(ctx, "authenticate", `wrong#${hashOf(key)}`);
  const { set, when, failure } = spending("authenticate", ctx.clock.now());
  const spent = await ctx.table.update<CredentialRecord>(
    credentialKey(key),
    expr`SET ${set}`,
    expr`attribute_exists(#pk) AND attribute_not_exists(#revoked_at) AND ${when}`,
  );
  if (!spent.done && outcome === "right") throw failure({ ...spent.item });
}
