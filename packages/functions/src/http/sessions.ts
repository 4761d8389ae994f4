import { AuthenticationResult } from "@parley/contract/authentication";
import { sessionCodeOperations, sessionOperations } from "@parley/contract/session";
import type { Base } from "@parley/core/environment/context";
import * as SessionCode from "@parley/core/session/code";
import * as Session from "@parley/core/session/session";
import * as v from "valibot";
import { networkOf, viewerAddress } from "../api-gateway/viewer-address.ts";
import { endpoint } from "./endpoint.ts";
import { publicAddress } from "./public-address.ts";
import { clearSessionCookie, keepSessionCookie, readSessionCookie } from "./session-cookie.ts";

/** A path as the console's own, which begins with `/app/`; it may have come that way. */
const inConsole = (path: string): string => `/app/${path.replace(/^\/(?:app(?:\/|$|(?=\?)))?/, "")}`;

function signedIn(request: Request, { settings }: Base, { result, cookie }: Session.SignedIn): Response {
  const headers = { "set-cookie": keepSessionCookie(request, settings, cookie) };
  return Response.json(v.parse(AuthenticationResult, result), { headers });
}

export const sessions = [
  endpoint(sessionCodeOperations.create, async ({ ctx, body, request }) => {
    const { path, ...who } = body;
    // A missing key is an unknown one, as in the exchange (D9).
    const { code, expires_at } = await SessionCode.create(ctx, {
      ...who,
      api_key: request.headers.get("x-api-key") ?? "",
    });
    // In the fragment, which is sent to no server: it is in nobody's logs and in no referrer.
    return { url: `${publicAddress(request, ctx.settings)}${inConsole(path ?? "/")}#code=${code}`, expires_at };
  }),
  endpoint(sessionOperations.create, async ({ ctx, body, request }) => {
    const address = networkOf(viewerAddress(request));
    return signedIn(request, ctx, await Session.create(ctx, { code: body.code, address }));
  }),
  endpoint(sessionOperations.renew, async ({ ctx, request }) =>
    signedIn(request, ctx, await Session.renew(ctx, readSessionCookie(request, ctx.settings))),
  ),
  endpoint(sessionOperations.remove, async ({ ctx, request }) => {
    await Session.remove(ctx, readSessionCookie(request, ctx.settings));
    return new Response(null, { status: 204, headers: { "set-cookie": clearSessionCookie(request, ctx.settings) } });
  }),
];
