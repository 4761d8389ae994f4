import type { Operation } from "@parley/contract/operation";
import type { Base } from "@parley/core/environment/context";
import { Failure } from "@parley/core/failure/failure";
import { HonoBase } from "hono/hono-base";
import { TrieRouter } from "hono/router/trie-router";
import { checked } from "./checks.ts";
import { corsHeaders, isPreflight, preflight } from "./cors.ts";
import type { Endpoint } from "./endpoint.ts";
import { type Headers, renderError } from "./render.ts";
import { securityHeaders } from "./headers.ts";

type RouteOf = Pick<Operation, "method" | "path">;

const honoPath = (path: string): string => path.replace(/\{(\w+)\}/g, ":$1");

/** Literal segments come before parameters: `/v1/chats/create` is not a `/v1/chats/{chat_id}`. */
const bySpecificity = (a: RouteOf, b: RouteOf): number =>
  a.path.replaceAll("{", "\uffff") < b.path.replaceAll("{", "\uffff") ? -1 : 1;

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

/**
 * The HTTP application of one Lambda: routes, access, checks, answers and failures all follow from the operations.
 * `known` are the paths for which a wrong method is a 405 rather than a 404 (D3): the application's own, or, for the
 * function that gets what no route matches, every route there is.
 */
export function createApp<Environment extends Base>(
  environment: Environment,
  endpoints: readonly Endpoint<Environment>[],
  known: readonly RouteOf[] = endpoints.map(({ operation }) => operation),
): HonoBase {
  const { settings } = environment;
  const methodsOf = methodsFinder(known);
  const debugId = () => environment.ids.next();
  const headersFor = (request: Request, operation?: Operation): Headers => ({
    ...securityHeaders(request, operation),
    ...corsHeaders(request, settings),
  });

  // The presets bring routers of their own, which every function would load.
  const app = new HonoBase();
  app.router = new TrieRouter();
  for (const endpoint of endpoints.toSorted((a, b) => bySpecificity(a.operation, b.operation))) {
    const { operation } = endpoint;
    const answer = checked(environment, endpoint);
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
