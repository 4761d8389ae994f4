import { iso } from "../environment/clock.ts";
import type { Base, OrganizationContext } from "../environment/context.ts";
import { assignments, expr } from "../store/expression.ts";
import { organizationPk } from "../store/keys.ts";
import { emptyTotalWrite } from "../query/total-bytes.ts";
import { seal } from "../environment/secrets.ts";
import type { Key } from "../store/table-item.ts";
import type { Write } from "../store/table-transactions.ts";
import { organizationKey, type OrganizationRecord } from "./record.ts";
import { newReceiptKey } from "./receipt-key.ts";
import { newSharedSecret } from "./shared-secret.ts";

/** What the operator's list shows of an organization. */
export type OrganizationEntry = Pick<OrganizationRecord, "id" | "name" | "created_at">;

const registry = "ORGANIZATIONS";
const registryKey = (id: string): Key => ({ pk: registry, sk: organizationPk(id) });

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
    receipt_key: newReceiptKey(ctx, id),
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
