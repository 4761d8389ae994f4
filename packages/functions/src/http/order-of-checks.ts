import type { Base } from "@parley/core/environment/context";
import { type Caller, callerOf } from "./access.ts";
import type { Endpoint } from "./endpoint.ts";
import { type HttpRequest, HttpResponse } from "./http-message.ts";
import { type Headers, renderReply } from "./render.ts";
import { bodyReader, queryReader } from "./request-input.ts";

/** The query string of a request's address, without the question mark. */
const searchOf = (url: string): string => {
  const start = url.indexOf("?");
  if (start < 0) return "";
  const end = url.indexOf("#", start);
  return url.slice(start + 1, end < 0 ? undefined : end);
};

/** Ends a stream that a handler began and the caller may not see. */
const discard = (answer: unknown) => (answer instanceof HttpResponse ? answer.discard() : undefined);

/** A request that a route is for. */
export interface Routed {
  request: HttpRequest;
  /** The parameters of its path, decoded. */
  params: Record<string, string>;
}

/**
 * Turns an operation and its handler into the handler of its route, with the checks in the order of D4: token (401), role (403),
 * shape (422), and then what the handler itself refuses.
 */
export function checked<Environment extends Base>(
  environment: Environment,
  { operation, handler, membership }: Endpoint<Environment>,
) {
  const readBody = operation.body && bodyReader(operation.body);
  const readQuery = operation.query && queryReader(operation.query);

  const inputOf = async ({ request, params }: Routed, caller: Caller) => {
    const contentType = request.headers.get("content-type") ?? "";
    const wantsJson = operation.multipart === undefined || /^application\/([\w.-]+\+)?json\b/i.test(contentType);
    return {
      ctx: { ...environment, actor: caller.actor },
      params,
      query: readQuery?.(searchOf(request.url)),
      body: wantsJson ? await readBody?.(request) : undefined,
      request,
      token: caller.token,
      member: caller.member,
    };
  };

  return async (routed: Routed, headers: Headers): Promise<HttpResponse> => {
    const caller = await callerOf(environment, routed.request, operation);
    const known = operation.access === "member" || operation.access === "admin";
    if (!known || membership === "before") {
      if (known) await caller.member;
      return renderReply(operation, await handler(await inputOf(routed, caller)), headers);
    }
    const answer = inputOf(routed, caller).then(handler);
    // Awaited below; until then a failure of the handler waits for the caller's check, which wins over it.
    answer.catch(() => undefined);
    try {
      await caller.member;
    } catch (refusal) {
      answer.then(discard).catch(() => undefined);
      throw refusal;
    }
    return renderReply(operation, await answer, headers);
  };
}
