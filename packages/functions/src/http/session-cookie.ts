import { sessionCookie } from "@parley/contract/session";
import type { Settings } from "@parley/core/environment/settings";
import { parse, serialize } from "hono/utils/cookie";
import type { HttpRequest } from "./http-message.ts";
import { publicAddress } from "./public-address.ts";

/**
 * The session's cookie of a request (D56). Over HTTPS its name makes browsers refuse it from a page without HTTPS; over HTTP,
 * as on one machine, they would refuse that name.
 */
function cookieFor(request: HttpRequest, settings: Settings) {
  const secure = publicAddress(request, settings).startsWith("https:");
  return {
    name: secure ? sessionCookie : "parley",
    attributes: { httpOnly: true, secure, sameSite: "Strict", path: "/v1/sessions" } as const,
  };
}

/** The value of the session's cookie, if the request has one. */
export const readSessionCookie = (request: HttpRequest, settings: Settings): string | undefined => {
  const { name } = cookieFor(request, settings);
  return parse(request.headers.get("cookie") ?? "", name)[name];
};

/** The `Set-Cookie` header that keeps the cookie for `max_age` seconds. */
export function keepSessionCookie(
  request: HttpRequest,
  settings: Settings,
  { value, max_age }: { value: string; max_age: number },
): string {
  const { name, attributes } = cookieFor(request, settings);
  return serialize(name, value, { ...attributes, maxAge: max_age });
}

/** The `Set-Cookie` header that makes a browser forget the cookie. */
export const clearSessionCookie = (request: HttpRequest, settings: Settings): string =>
  keepSessionCookie(request, settings, { value: "", max_age: 0 });
