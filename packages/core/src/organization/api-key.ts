import { createHash, randomBytes } from "node:crypto";
import { iso } from "../clock.ts";
import type { Base, OrganizationContext } from "../context.ts";
import { expr } from "../expression.ts";
import type { Failure } from "../failure.ts";
import { organizationPk } from "../keys.ts";
import type { Key } from "../table.ts";
import { spending } from "../throttle/throttle.ts";

/** An API key as its organization lists it: only the SHA-256 of the key is kept (D10). */
export interface ApiKeyRecord extends Key {
  id: string;
  name: string;
  key_hash: string;
  created_at: string;
  revoked_at?: string;
}

/** What the exchange finds by the key. The log of the authenticate throttle (`t0`, `t1`, …) lies in the same item. */
interface CredentialRecord extends Key {
  organization_id: string;
  revoked_at?: string;
}

const hashOf = (key: string) => createHash("sha256").update(key).digest("hex");
const credentialKey = (hash: string): Key => ({ pk: `APIKEY#${hash}`, sk: "APIKEY" });
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
    { put: { ...credentialKey(hash), ...created, organization_id: organizationId } },
  ]);
  return { api_key: record, key };
}

/** The organization's API keys, the oldest first, revoked ones too. */
export const list = (ctx: OrganizationContext): Promise<ApiKeyRecord[]> =>
  ctx.table.queryAll<ApiKeyRecord>({ pk: organizationPk(ctx.actor.organization_id), begins: prefix });

/** Revokes a key for good. Answers false where the organization has no such key. */
export async function revoke(ctx: OrganizationContext, id: string): Promise<boolean> {
  const key = listedKey(ctx.actor.organization_id, id);
  const record = await ctx.table.get<ApiKeyRecord>(key, { consistent: true });
  if (!record) return false;
  const revoked = expr`SET #revoked_at = if_not_exists(#revoked_at, ${iso(ctx.clock.now())})`;
  await ctx.table.transact([
    { update: key, set: revoked },
    { update: credentialKey(record.key_hash), set: revoked },
  ]);
  return true;
}

/**
 * Spends one of the key's requests to authenticate and answers whose key it is; undefined for an unknown or revoked one.
 * One conditional write. Throws RATE_LIMIT.
 */
export async function spendKey(ctx: Base, key: string): Promise<string | undefined> {
  const { set, when, failure } = spending("authenticate", ctx.clock.now());
  const outcome = await ctx.table.update<CredentialRecord>(
    credentialKey(hashOf(key)),
    expr`SET ${set}`,
    expr`attribute_exists(#pk) AND attribute_not_exists(#revoked_at) AND ${when}`,
  );
  if (outcome.done) return outcome.item.organization_id;
  if (!outcome.item || outcome.item.revoked_at !== undefined) return undefined;
  const refusal: Failure = failure({ ...outcome.item });
  throw refusal;
}
