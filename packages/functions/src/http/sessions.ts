import { AuthenticationResult } from "@parley/contract/authentication";
import { sessionCodeOperations, sessionOperations } from "@parley/contract/session";
import type { Base } from "@parley/core/environment/context";
import * as SessionCode from "@parley/core/session/code";
import { consoleLink } from "@parley/core/session/link";
import * as Session from "@parley/core/session/session";
import * as v from "valibot";
import { networkOf, viewerAddress } from "../api-gateway/viewer-address.ts";
import { endpoint } from "./endpoint.ts";
import { type HttpRequest, HttpResponse } from "./http-message.ts";
import { publicAddress } from "./public-address.ts";
import { clearSessionCookie, keepSessionCookie, readSessionCookie } from "./session-cookie.ts";

const ATTEMPT_CHARACTERS = 200;

/** The name of an attempt. One that is too long is none: what comes with it is then judged by its cookie alone. */
function attemptOf(request: HttpRequest): string | undefined {
  const attempt = request.headers.get("idempotency-key") ?? "";
  return attempt === "" || attempt.length > ATTEMPT_CHARACTERS ? undefined : attempt;
}

function signedIn(request: HttpRequest, { settings }: Base, { result, cookie }: Session.SignedIn): HttpResponse {
  const headers = { "set-cookie": keepSessionCookie(request, settings, cookie) };
  return HttpResponse.json(v.parse(AuthenticationResult, result), { headers });
}

export const sessions = [
  endpoint(sessionCodeOperations.create, async ({ ctx, body, request }) => {
    const { path, ...who } = body;
    // A missing key is an unknown one, as in the exchange (D9).
    const { code, expires_at } = await SessionCode.create(ctx, {
      ...who,
      api_key: request.headers.get("x-api-key") ?? "",
    });
    return { url: consoleLink(publicAddress(request, ctx.settings), code, path), expires_at };
  }),
  endpoint(sessionOperations.create, async ({ ctx, body, request }) => {
    const address = networkOf(viewerAddress(request));
    return signedIn(request, ctx, await Session.create(ctx, { code: body.code, address }));
  }),
  endpoint(sessionOperations.renew, async ({ ctx, request }) => {
    const cookie = readSessionCookie(request, ctx.settings);
    return signedIn(request, ctx, await Session.renew(ctx, { cookie, attempt: attemptOf(request) }));
  }),
  endpoint(sessionOperations.remove, async ({ ctx, request }) => {
    await Session.remove(ctx, readSessionCookie(request, ctx.settings));
    return new HttpResponse(null, {
      status: 204,
      headers: { "set-cookie": clearSessionCookie(request, ctx.settings) },
    });
  }),
];
