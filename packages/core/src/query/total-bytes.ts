import { limits } from "@parley/contract/limits";
import { answerBytes } from "../environment/answer-size.ts";
import { expr } from "../store/expression.ts";
import { organizationPk } from "../store/keys.ts";
import type { Key } from "../store/table-item.ts";
import type { Write } from "../store/table-transactions.ts";
import type { StoredQuery } from "./record.ts";

/** What the organization's queries hold together, counted with each that is written (D60). */
export interface TotalRecord extends Key {
  bytes: number;
  /** Another one after each write; absent until there was one. */
  version?: string;
}

/** The total lies before the entries of the matching index, so that one query reads both. */
export const totalSk = "QUERIES";

export const totalKey = (organizationId: string): Key => ({ pk: organizationPk(organizationId), sk: totalSk });

/** Bytes that a query takes in the response that lists it. */
export function bytesOf({ pk: _pk, sk: _sk, ...query }: StoredQuery): number {
  return answerBytes(JSON.stringify(query));
}

/**
 * The total grows by `bytes` if there is room for them; what shrinks or stays always fits. `version`: names this write, and no
 * other of the organization.
 */
export const totalWrite = (organizationId: string, bytes: number, version: string): Write => ({
  update: totalKey(organizationId),
  set: expr`SET #bytes = #bytes + ${bytes}, #version = ${version}`,
  when:
    bytes > 0
      ? expr`attribute_exists(#bytes) AND #bytes <= ${limits.queries_bytes - bytes}`
      : expr`attribute_exists(#bytes)`,
});

/** What is written with a new organization, which has no queries. */
export const emptyTotalWrite = (organizationId: string): Write => ({
  update: totalKey(organizationId),
  set: expr`SET #bytes = if_not_exists(#bytes, ${0})`,
});
