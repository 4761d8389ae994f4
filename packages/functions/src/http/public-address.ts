import type { Settings } from "@parley/core/environment/settings";
import type { HttpRequest } from "./http-message.ts";

/** The service's own address, without a slash at its end: as the deployment has it, else as the request was sent to it. */
export const publicAddress = (request: HttpRequest, { publicUrl }: Settings): string =>
  publicUrl === "" ? new URL(request.url).origin : publicUrl;

/**
 * True for what a page of another origin sends, be it a neighbour's on the same site. Browsers say so in a header that no
 * script can set, older ones at least name the page's origin. A program sends neither, and has nobody's cookies.
 */
export function isCrossSite(request: HttpRequest, settings: Settings): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin";
  const origin = request.headers.get("origin");
  return origin !== null && origin !== new URL(publicAddress(request, settings)).origin;
}
