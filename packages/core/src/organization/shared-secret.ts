import { randomBytes } from "node:crypto";
import type { Base, OrganizationContext } from "../environment/context.ts";
import { open, seal } from "../environment/secrets.ts";
import { organizationKey, type OrganizationRecord } from "./record.ts";
import { endTokens } from "./sign-out.ts";

/** A shared secret: base64url of 32 random bytes. */
export const newSharedSecret = () => randomBytes(32).toString("base64url");

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
