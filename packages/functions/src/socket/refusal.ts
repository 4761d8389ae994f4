import { visibleErrors } from "@parley/contract/errors";
import type { Base } from "@parley/core/environment/context";
import { errorData } from "@parley/core/failure/visible-error";
import { GoneException } from "@aws-sdk/client-apigatewaymanagementapi";
import type { WithSockets } from "./environment.ts";

/** Why a connection is refused, and the code that it is closed with (D35). */
const closeCodes = { AUTH_FAILED: 4001, AUTH_EXPIRED: 4001, WS_CONNECTION_CAP: 4429 } as const;

export type RefusalCode = keyof typeof closeCodes;

/**
 * Says why, then closes. API Gateway cannot send a close code of ours, so the `error` frame carries it. Does nothing for
 * a connection that has gone.
 */
export async function refuse(env: Base & WithSockets, connectionId: string, code: RefusalCode): Promise<undefined> {
  const data = errorData(code, visibleErrors[code].message, env.ids.next());
  await env.frames.tell(connectionId, { event: "error", data: { ...data, close_code: closeCodes[code] } });
  await env.frames.close(connectionId);
}

/**
 * Refuses a connection that may not be open yet, which looks like one that is gone: then it rejects with GoneException, because
 * the connection must not stay open without an identity.
 */
export async function refuseOnceOpen(env: Base & WithSockets, connectionId: string, code: RefusalCode): Promise<void> {
  if (!(await env.frames.isOpen(connectionId))) throw new GoneException({ message: "not open", $metadata: {} });
  await refuse(env, connectionId, code);
}
