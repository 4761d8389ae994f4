import type { Operation } from "@parley/contract/operation";
import type { Base } from "@parley/core/environment/context";
import { Failure } from "@parley/core/failure/failure";
import { TrieRouter } from "hono/router/trie-router";
import { getPath, tryDecodeURIComponent } from "hono/utils/url";
import { checked, type Routed } from "./order-of-checks.ts";
import { corsHeaders, isPreflight, preflight } from "./cors.ts";
import type { Endpoint } from "./endpoint.ts";
import { type HttpRequest, HttpResponse } from "./http-message.ts";
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

/** What answers requests. */
export interface App {
  fetch: (this: void, request: HttpRequest) => Promise<HttpResponse>;
}

type Handle = (routed: Routed) => Promise<HttpResponse>;

/** The route of each endpoint, and what handles it. */
function routerOf<Environment extends Base>(
  endpoints: readonly Endpoint<Environment>[],
  handlerOf: (endpoint: Endpoint<Environment>) => Handle,
): (method: string, path: string) => { handle: Handle; params: Record<string, string> } | undefined {
  const router = new TrieRouter<Handle>();
  for (const endpoint of endpoints.toSorted((a, b) => bySpecificity(a.operation, b.operation))) {
    router.add(endpoint.operation.method, honoPath(endpoint.operation.path), handlerOf(endpoint));
  }
  return (method, path) => {
    const [[first] = []] = router.match(method, path);
    if (!first) return undefined;
    const [handle, found] = first;
    const params = Object.entries(found).map(([name, value]) => [name, tryDecodeURIComponent(String(value))]);
    return { handle, params: Object.fromEntries(params) };
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
): App {
  const { settings } = environment;
  const methodsOf = methodsFinder(known);
  const debugId = () => environment.ids.next();
  const headersFor = (request: HttpRequest, operation?: Operation): Headers => ({
    ...securityHeaders(request, operation),
    ...corsHeaders(request, settings),
  });

  const routeOf = routerOf(endpoints, (endpoint) => {
    const { operation } = endpoint;
    const answer = checked(environment, endpoint);
    return async (routed) => {
      const headers = headersFor(routed.request, operation);
      try {
        return await answer(routed, headers);
      } catch (error) {
        return renderError(error, operation, headers, debugId);
      }
    };
  });
  const noRoute = (request: HttpRequest, path: string) => {
    const headers = headersFor(request);
    const methods = methodsOf(path);
    if (isPreflight(request)) return preflight(methods, headers);
    // A gateway matches addresses as they are sent: of another spelling (`/v1/%6de`), no method is right.
    if (methods.length === 0 || methods.includes(request.method))
      return renderError(new Failure("ROUTE_NOT_FOUND"), undefined, headers, debugId);
    return renderError(
      new Failure("METHOD_NOT_ALLOWED"),
      undefined,
      { ...headers, allow: methods.join(", ") },
      debugId,
    );
  };
  const dispatch = async (request: HttpRequest, method: string): Promise<HttpResponse> => {
    try {
      const path = getPath(request as Request); // it reads the address alone
      const route = routeOf(method, path);
      return await (route ? route.handle({ request, params: route.params }) : noRoute(request, path));
    } catch (error) {
      // Endpoints handle their own failures; this is for a fault in the application itself.
      return renderError(error, undefined, headersFor(request), debugId);
    }
  };
  return {
    async fetch(request) {
      if (request.method !== "HEAD") return dispatch(request, request.method);
      const answered = await dispatch(request, "GET");
      await answered.discard();
      return new HttpResponse(null, { status: answered.status, headers: Object.fromEntries(answered.headers) });
    },
  };
}
