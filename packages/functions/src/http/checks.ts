import type { Base } from "@parley/core/environment/context";
import type { Context } from "hono";
import { type Caller, callerOf } from "./access.ts";
import type { Endpoint } from "./endpoint.ts";
import { type Headers, renderReply } from "./render.ts";
import { bodyReader, queryReader } from "./shape.ts";

/** The query string of a request's address, without the question mark. */
const searchOf = (url: string): string => {
  const start = url.indexOf("?");
  if (start < 0) return "";
  const end = url.indexOf("#", start);
  return url.slice(start + 1, end < 0 ? undefined : end);
};

/** Ends a stream that a handler began and the caller may not see. */
const discard = (answer: unknown) => (answer instanceof Response ? answer.body?.cancel() : undefined);

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

  const inputOf = async (c: Context, caller: Caller) => {
    const request = c.req.raw;
    const wantsJson =
      operation.multipart === undefined || /^application\/([\w.-]+\+)?json\b/i.test(c.req.header("content-type") ?? "");
    return {
      ctx: { ...environment, actor: caller.actor },
      params: c.req.param(),
      query: readQuery?.(searchOf(request.url)),
      body: wantsJson ? await readBody?.(request) : undefined,
      request,
      token: caller.token,
      member: caller.member,
    };
  };

  return async (c: Context, headers: Headers): Promise<Response> => {
    const caller = await callerOf(environment, c.req.raw, operation);
    const known = operation.access === "member" || operation.access === "admin";
    if (!known || membership === "before") {
      if (known) await caller.member;
      return renderReply(operation, await handler(await inputOf(c, caller)), headers);
    }
    const answer = inputOf(c, caller).then(handler);
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
