import * as v from "valibot";
import { AuthenticateRequest, AuthenticationResult, authenticationOperations } from "./authentication.ts";
import { maxCharacters, text, Timestamp } from "./fields.ts";
import { operation } from "./operation.ts";

const PATH_CHARACTERS = 2_000;
const CODE_CHARACTERS = 200;

/**
 * A path and its query that cannot lead out of the console: names of letters, digits and `_~-.`, which begin with no dot, with
 * one slash between them. Nothing is percent-encoded but in the query; there is no backslash, no white space, no fragment.
 */
const consolePath = /^\/(?:[\w~-][\w.~-]*\/)*(?:[\w~-][\w.~-]*)?(?:\?[\w.~!$&'()*+,;:@/?=%-]*)?$/;

/** The name of a session's cookie where the service is reached over HTTPS. */
export const sessionCookie = "__Secure-parley";

/** Where in the console a link leads. */
export const ConsolePath = v.pipe(v.string(), maxCharacters(PATH_CHARACTERS), v.regex(consolePath));

/** What the exchange is asked with, for a link instead of a token. */
export const SessionCodeCreate = v.object({ ...AuthenticateRequest.entries, path: v.nullish(ConsolePath) });

export const SessionCode = v.object({ url: v.pipe(v.string(), v.url()), expires_at: Timestamp });

/** Any text is a code: one that is not the service's own is answered like one that has expired. */
export const SessionCreate = v.object({ code: text(1, CODE_CHARACTERS) });

export const sessionCodeOperations = {
  create: operation({
    id: "session_code.create",
    method: "POST",
    path: "/v1/session-codes",
    group: "auth",
    summary: "Exchange an API key and a member's user_key for a link that signs the member in to the console",
    access: "api_key",
    body: SessionCodeCreate,
    reply: SessionCode,
    status: 200,
    errors: authenticationOperations.authenticate.errors,
  }),
};

/** What a page of the console signs in with, stays signed in with, and signs out with (D56). */
export const sessionOperations = {
  create: operation({
    id: "session.create",
    method: "POST",
    path: "/v1/sessions",
    group: "auth",
    summary: "Exchange the code of a link for an access token and a session",
    access: "code",
    body: SessionCreate,
    reply: AuthenticationResult,
    status: 200,
    errors: ["RATE_LIMIT", "AUTHENTICATION_FAILED", "SIGNING_NOT_CONFIGURED"],
  }),
  renew: operation({
    id: "session.renew",
    method: "POST",
    path: "/v1/sessions/renew",
    group: "auth",
    summary: "Get a new access token for the session of the cookie",
    access: "session",
    reply: AuthenticationResult,
    status: 200,
    errors: ["AUTHENTICATION_FAILED", "SIGNING_NOT_CONFIGURED"],
  }),
  remove: operation({
    id: "session.remove",
    method: "DELETE",
    path: "/v1/sessions",
    group: "auth",
    summary: "End the session of the cookie",
    access: "session",
    status: 204,
    errors: [],
  }),
};
