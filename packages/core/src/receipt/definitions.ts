import type { ReceiptVersion } from "@parley/contract/receipt";
import { definitionsOf } from "../definition/given.ts";
import type { OrganizationContext } from "../environment/context.ts";
import type { IntegrationRecord } from "../integration/integration.ts";

/** The versions of what words mean in an integration's database. */
export const definitionVersions = async (
  ctx: OrganizationContext,
  integration: IntegrationRecord,
): Promise<ReceiptVersion[]> =>
  (await definitionsOf(ctx, integration)).map(({ id, version }) => ({ id, version: String(version) }));
