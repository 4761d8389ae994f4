import type { ErrorCode } from "../errors.ts";
import { everyError } from "../every-error.ts";
import type { Operation } from "../operation.ts";

/** The failures of an operation, with those that follow from who may call it and what it takes. */
export function failuresOf(operation: Operation): ErrorCode[] {
  const { access, id } = operation;
  const isMembers = access === "member" || access === "admin";
  return [
    ...(isMembers
      ? [id === "voice_session.create" ? ("AUTHENTICATION_REQUIRED" as const) : ("MISSING_AUTHORIZATION" as const)]
      : []),
    ...(isMembers ? ["INVALID_TOKEN" as const] : []),
    ...(access === "admin" ? ["ADMIN_REQUIRED" as const] : []),
    ...(access === "code" || access === "session" ? ["CROSS_SITE_REQUEST" as const] : []),
    ...(operation.body !== undefined || operation.query !== undefined ? ["VALIDATION_FAILED" as const] : []),
    ...operation.errors,
  ];
}

/** Every status an operation may return, but for the unexpected 500 and what gateways say themselves. */
export const statusesOf = (operation: Operation): number[] => {
  const failures = failuresOf(operation).map((code) => everyError[code].status);
  return [...new Set([operation.status, ...failures])].toSorted((a, b) => a - b);
};

/** Every status an operation is documented with: beside its own the unexpected 500, a gateway's 429 and 413, a redirect. */
export const documentedStatuses = (operation: Operation): number[] => {
  const others = [...(operation.produces === "text/csv" ? [302] : []), ...(operation.multipart ? [413] : []), 429, 500];
  return [...new Set([...statusesOf(operation), ...others])].toSorted((a, b) => a - b);
};
