import type { ConsumptionLimits } from "@parley/contract/limits";
import { organizationPk } from "../store/keys.ts";
import type { Key } from "../store/table-item.ts";

export interface OrganizationRecord extends Key {
  id: string;
  name: string;
  /** The key of every `user_key`, sealed for this organization (D10). */
  shared_secret: string;
  /** The key that signs its receipts, sealed for this organization (D55); absent until the first one, where it was made before there were any. */
  receipt_key?: string;
  /** Unix seconds: access tokens issued before, with the old shared secret, are void. */
  tokens_from?: number;
  /** What it and its members may use, if the operator has set other limits than the defaults. */
  limits?: Partial<ConsumptionLimits>;
  created_at: string;
  updated_at: string;
}

/** The organization's own item; exported for the one read of the authenticate exchange, and of a membership. */
export const organizationKey = (id: string): Key => ({ pk: organizationPk(id), sk: "ORGANIZATION" });
