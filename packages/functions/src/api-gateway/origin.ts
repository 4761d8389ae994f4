import { createHash, timingSafeEqual } from "node:crypto";
import { errorText } from "@parley/contract/errors";
import { linkedOptional } from "@parley/core/environment/environment";
import { HttpResponse } from "../http/http-message.ts";

const digest = (text: string) => createHash("sha256").update(text).digest();

const edgeSecret = () => linkedOptional("OriginSecret", "value");

/** True where requests come through the edge: on one machine they do not. */
export const isBehindEdge = (): boolean => edgeSecret() !== undefined;

/**
 * Distinguishes requests that came through the edge, which adds a secret header, from those that bypassed it. If no such
 * secret is linked, as on one machine, every request passes.
 */
export function edgeCheck(): (header: string | undefined) => boolean {
  const secret = edgeSecret();
  if (secret === undefined) return () => true;
  const expected = digest(secret);
  return (header) => header !== undefined && timingSafeEqual(digest(header), expected);
}

/** The response to a request that bypassed the edge. */
export const notFound = (): HttpResponse =>
  HttpResponse.json(errorText("ROUTE_NOT_FOUND"), { status: 404, headers: { "x-content-type-options": "nosniff" } });
