import type { TurnStatus } from "@parley/contract/turn";
import { type Expression, expr } from "../store/expression.ts";
import type { TurnRecord } from "./record.ts";

/** The terminal statuses: a turn that has one never changes again. */
export const isTerminal = (status: TurnStatus): boolean => status !== "in_progress";

/** True until a worker claims the turn for the first time. */
export const isUnclaimed = ({ lease_until }: Pick<TurnRecord, "lease_until">): boolean => lease_until === undefined;

/** True while a worker's lease on the turn runs. */
export const isHeld = ({ lease_until }: Pick<TurnRecord, "lease_until">, now: number): boolean =>
  lease_until !== undefined && lease_until >= now;

/** A condition: the turn has not been claimed, nor its lease renewed, since it was seen. */
export const isUntouched = ({ attempt, lease_until }: TurnRecord): Expression =>
  lease_until === undefined
    ? expr`attribute_not_exists(#lease_until)`
    : expr`#lease_until = ${lease_until} AND #attempt = ${attempt}`;
