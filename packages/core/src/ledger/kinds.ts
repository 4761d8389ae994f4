import type { ConsumptionLimit, ConsumptionLimits } from "@parley/contract/limits";

/** What a kind counts against, the member's limit and the organization's, and how much of it one unit of a limit is. */
interface Counted {
  member: ConsumptionLimit;
  organization: ConsumptionLimit;
  scale: number;
}

/** The one table of what is counted by the day, and against which limits. */
export const kinds = {
  model_calls: { member: "member_model_calls_per_day", organization: "model_calls_per_day", scale: 1 },
  tokens: { member: "member_tokens_per_day", organization: "tokens_per_day", scale: 1 },
  microdollars: { member: "member_dollars_per_day", organization: "dollars_per_day", scale: 1e6 },
  sql_ms: { member: "member_sql_seconds_per_day", organization: "sql_seconds_per_day", scale: 1000 },
  upload_bytes: { member: "member_upload_bytes_per_day", organization: "upload_bytes_per_day", scale: 1 },
  audio_bytes: { member: "member_audio_bytes_per_day", organization: "audio_bytes_per_day", scale: 1 },
} as const satisfies Record<string, Counted>;

export type DailyKind = keyof typeof kinds;
// The names are those of the table.
export const dailyKinds = Object.keys(kinds) as DailyKind[];

/** What a member's ledger is debited with before a turn runs; how many tools it calls is bounded for the turn alone. */
export const reservedKinds = ["model_calls", "tokens", "microdollars", "sql_ms"] as const satisfies DailyKind[];
export type ReservedKind = (typeof reservedKinds)[number];

/** The limit of a kind, in the unit that is counted; without a limit a number that no day reaches. */
export function limitFor(limits: ConsumptionLimits, kind: DailyKind, whose: "member" | "organization"): number {
  const { [whose]: limit, scale } = kinds[kind];
  return (limits[limit] ?? Number.MAX_SAFE_INTEGER / scale) * scale;
}
