import type { Operation } from "@parley/contract/operation";
import type { Base } from "@parley/core/environment/context";
import { Failure } from "@parley/core/failure/failure";
import type { Context } from "hono";
import { TrieRouter } from "hono/router/trie-router";
import { Hono } from "hono/tiny";
import * as v from "valibot";
import { type Caller, callerOf } from "./access.ts";
import { corsHeaders, isPreflight, preflight } from "./cors.ts";
import type { Endpoint } from "./endpoint.ts";
import { type Headers, json, renderError } from "./render.ts";
import { securityHeaders } from "./headers.ts";
import { bodyReader, queryReader } from "./shape.ts";

type RouteOf = Pick<Operation, "method" | "path">;

const honoPath = (path: string): string => path.replace(/\{(\w+)\}/g, ":$1");

/** Literal segments come before parameters: `/v1/chats/create` is not a `/v1/chats/{chat_id}`. */
const bySpecificity = (a: RouteOf, b: RouteOf): number =>
  a.path.replaceAll("{", "\uffff") < b.path.replaceAll("{", "\uffff") ? -1 : 1;

/** The query string of a request's address, without the question mark. */
const searchOf = (url: string): string => {
  const start = url.indexOf("?");
  if (start < 0) return "";
  const end = url.indexOf("#", start);
  return url.slice(start + 1, end < 0 ? undefined : end);
};

/** Which methods a path takes, of all the paths in `known`. */
function methodsFinder(known: readonly RouteOf[]): (path: string) => string[] {
  const patterns = known.map(({ method, path }) => ({
    method,
    matches: new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
  }));
  return (path) => {
    // The gateways route no HEAD, so it is not among them.
    return [...new Set<string>(patterns.filter(({ matches }) => matches.test(path)).map(({ method }) => method))];
  };
}

/** Ends a stream that a handler began and the caller may not see. */
const discard = (answer: unknown) => (answer instanceof Response ? answer.body?.cancel() : undefined);

/** Turns an operation and its handler into the handler of its route, with the checks in the order of D4. */
function respond<Environment extends Base>(
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

  const render = (answer: unknown, headers: Headers): Response => {
    if (answer instanceof Response) {
      for (const [name, value] of Object.entries(headers))
        if (!answer.headers.has(name)) answer.headers.set(name, value);
      return answer;
    }
    if (!operation.reply) return new Response(null, { status: operation.status, headers });
    return json(operation.status, v.parse(operation.reply, answer), headers);
  };

  return async (c: Context, headers: Headers): Promise<Response> => {
    const caller = await callerOf(environment, c.req.raw, operation);
    const known = operation.access === "member" || operation.access === "admin";
    if (!known || membership === "before") {
      if (known) await caller.member;
      return render(await handler(await inputOf(c, caller)), headers);
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
    return render(await answer, headers);
  };
}

/**
 * The HTTP application of one Lambda: routes, access, checks, answers and failures all follow from the operations.
 * `known` are the paths for which a wrong method is a 405 rather than a 404 (D3): the application's own, or, for the
 * function that gets what no route matches, every route there is.
 */
export function createApp<Environment extends Base>(
  environment: Environment,
  endpoints: readonly Endpoint<Environment>[],
  known: readonly RouteOf[] = endpoints.map(({ operation }) => operation),
): Hono {
  const { settings } = environment;
  const methodsOf = methodsFinder(known);
  const debugId = () => environment.ids.next();
  const headersFor = (request: Request, operation?: Operation): Headers => ({
    ...securityHeaders(request, operation),
    ...corsHeaders(request, settings),
  });

  // The small preset: the usual one has two more routers, which every function would load.
  const app = new Hono();
  app.router = new TrieRouter();
  for (const endpoint of endpoints.toSorted((a, b) => bySpecificity(a.operation, b.operation))) {
    const { operation } = endpoint;
    const answer = respond(environment, endpoint);
    app.on(operation.method, honoPath(operation.path), async (c) => {
      const headers = headersFor(c.req.raw, operation);
      try {
        return await answer(c, headers);
      } catch (error) {
        return renderError(error, operation, headers, debugId);
      }
    });
  }
  app.notFound((c) => {
    const headers = headersFor(c.req.raw);
    const methods = methodsOf(c.req.path);
    if (isPreflight(c.req.raw)) return preflight(methods, headers);
    if (methods.length === 0) return renderError(new Failure("ROUTE_NOT_FOUND"), undefined, headers, debugId);
    return renderError(
      new Failure("METHOD_NOT_ALLOWED"),
      undefined,
      { ...headers, allow: methods.join(", ") },
      debugId,
    );
  });
  // Endpoints handle their own failures; this is for a fault in the application itself.
  app.onError((error, c) => renderError(error, undefined, headersFor(c.req.raw), debugId));
  return app;
}
