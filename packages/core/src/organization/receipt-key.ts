import { randomBytes } from "node:crypto";
import type { Base, OrganizationContext } from "../environment/context.ts";
import { type NamedKey, open, seal } from "../environment/secrets.ts";
import { expr } from "../store/expression.ts";
import { organizationKey, type OrganizationRecord } from "./record.ts";

/** A new key for an organization's receipts, sealed for it (D55). */
export function newReceiptKey(ctx: Base, organizationId: string): string {
  const key: NamedKey = { kid: randomBytes(6).toString("base64url"), secret: randomBytes(32).toString("base64url") };
  return seal(ctx.secrets.encryptionKeys(), JSON.stringify(key), organizationId);
}

/** Opens the key of an organization's receipts. Throws if the deployment's encryption keys do not open it. */
export const openReceiptKey = (ctx: Base, sealed: string, organizationId: string): NamedKey =>
  // Sealed by `newReceiptKey`, and authenticated.
  JSON.parse(open(ctx.secrets.encryptionKeys(), sealed, organizationId)) as NamedKey;

/**
 * The sealed key of an organization that had none, from before there were receipts: made once, whoever comes first.
 * Undefined if the organization is gone.
 */
export async function addReceiptKey(ctx: Base, organizationId: string): Promise<string | undefined> {
  const outcome = await ctx.table.update<OrganizationRecord>(
    organizationKey(organizationId),
    expr`SET #receipt_key = if_not_exists(#receipt_key, ${newReceiptKey(ctx, organizationId)})`,
    expr`attribute_exists(#pk)`,
  );
  return outcome.done ? outcome.item.receipt_key : undefined;
}

/** The key of the organization's receipts; undefined where none was ever signed. */
export async function receiptKey(ctx: OrganizationContext): Promise<NamedKey | undefined> {
  const { organization_id } = ctx.actor;
  const organization = await ctx.table.get<OrganizationRecord>(organizationKey(organization_id), { consistent: true });
  const sealed = organization?.receipt_key;
  return sealed === undefined ? undefined : openReceiptKey(ctx, sealed, organization_id);
}
