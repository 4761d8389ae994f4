import { docsOperations } from "@parley/contract/docs";
import { endpoint } from "./endpoint.ts";
import { pagePolicy } from "./headers.ts";
import { HttpResponse } from "./http-message.ts";

const text = (body: string, type: string, headers: Record<string, string> = {}) =>
  new HttpResponse(body, { headers: { "content-type": type, "cache-control": "public, max-age=300", ...headers } });

/**
 * The description of the interface, for machines and for people, made from `packages/contract` whenever it changes. Each
 * text is large, and loaded when it is asked for.
 */
export const docs = [
  endpoint(docsOperations.openapi, async () => {
    const openapi = await import("@parley/contract/api-documents/generated/openapi");
    return text(openapi.text, "application/json");
  }),
  endpoint(docsOperations.asyncapi, async () => {
    const asyncapi = await import("@parley/contract/api-documents/generated/asyncapi");
    return text(asyncapi.text, "application/json");
  }),
  endpoint(docsOperations.page, async () => {
    const page = await import("@parley/contract/api-documents/generated/page");
    return text(page.text, "text/html; charset=utf-8", pagePolicy(page.styleHash, page.scriptHash));
  }),
];
