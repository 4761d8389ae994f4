import { docsOperations } from "@parley/contract/docs";
import { asyncapiText, openapiText, pageStyleHash, pageText } from "@parley/contract/documents/generated";
import { endpoint } from "./endpoint.ts";
import { pagePolicy } from "./security.ts";

const text = (body: string, type: string, headers: Record<string, string> = {}) =>
  new Response(body, { headers: { "content-type": type, "cache-control": "public, max-age=300", ...headers } });

/** The description of the interface, for machines and for people, made from `packages/contract` whenever it changes. */
export const docs = [
  endpoint(docsOperations.openapi, () => text(openapiText, "application/json")),
  endpoint(docsOperations.asyncapi, () => text(asyncapiText, "application/json")),
  endpoint(docsOperations.page, () => text(pageText, "text/html; charset=utf-8", pagePolicy(pageStyleHash))),
];
