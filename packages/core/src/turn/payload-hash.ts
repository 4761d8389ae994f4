import { createHash } from "node:crypto";
import type { Submission } from "./submission.ts";

/** JSON with the keys of every object in order, so that equal values have equal text. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).filter(([, field]) => field !== undefined && field !== null);
    return `{${entries
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`)
      .join(",")}}`;
  }
  return JSON.stringify(value ?? null);
}

/**
 * SHA-256 of the semantic payload (D24): equal for a replay, by whatever route (D50), different whenever an input of the answer
 * differs. What a route cannot say is absent there, as it is where nothing is said.
 */
export function payloadHash(submission: Submission): string {
  const {
    message,
    model,
    integration_id,
    scope,
    upload_ids,
    saved_query_id,
    parameters,
    attached_files,
    open_schedule,
  } = submission;
  const payload = {
    message,
    model,
    integration_id,
    scope,
    upload_ids,
    saved_query_id,
    parameters,
    attached_files,
    open_schedule,
  };
  return createHash("sha256").update(canonical(payload)).digest("base64url");
}
