import * as v from "valibot";
import { Timestamp } from "./fields.ts";
import { limits } from "./limits.ts";
import { operation } from "./operation.ts";

/** Exchange of an API key and a member's `user_key` for a token. The form of the e-mail address is checked later (400, D9). */
export const AuthenticateRequest = v.object({
  email: v.string(),
  user_key: v.pipe(v.string(), v.regex(new RegExp(limits.user_key_pattern))),
});

export const AuthenticationResult = v.object({
  token: v.string(),
  member_id: v.string(),
  organization_id: v.string(),
  expires_at: Timestamp,
});
export type AuthenticationResult = v.InferOutput<typeof AuthenticationResult>;

export const authenticationOperations = {
  authenticate: operation({
    id: "authentication.create",
    method: "POST",
    path: "/v1/authenticate",
    group: "auth",
    summary: "Exchange an API key and a member's user_key for an access token",
    access: "api_key",
    body: AuthenticateRequest,
    reply: AuthenticationResult,
    status: 200,
    errors: ["INVALID_EMAIL", "RATE_LIMIT", "AUTHENTICATION_FAILED", "SIGNING_NOT_CONFIGURED", "SERVER_MISCONFIGURED"],
  }),
};
