import type { IncomingMessage, ServerResponse } from "node:http";

/** One route of the gateway: `path` may hold `{name}` segments, `entry` names the function behind it. */
export interface Route {
  method: string;
  path: string;
  entry: string;
}

export interface RouteMatch {
  route: Route;
  routeKey: string;
  /** Decoded, as API Gateway gives them. */
  parameters: Record<string, string> | undefined;
}

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
export type RoutedHandler = (request: IncomingMessage, response: ServerResponse, match: RouteMatch) => Promise<void>;

interface Compiled {
  route: Route;
  routeKey: string;
  segments: { text: string; parameter: string | undefined }[];
}

const parameterOf = (segment: string): string | undefined => /^\{(\w+)\}$/.exec(segment)?.[1];

function compile(route: Route): Compiled {
  const segments = route.path
    .slice(1)
    .split("/")
    .map((text) => ({ text, parameter: parameterOf(text) }));
  return { route, routeKey: `${route.method} ${route.path}`, segments };
}

/** Literal segments win over parameters, the earlier the more: API Gateway picks the most specific route. */
function bySpecificity(a: Compiled, b: Compiled): number {
  const difference = a.segments.findIndex(
    (segment, at) => (segment.parameter === undefined) !== (b.segments[at]?.parameter === undefined),
  );
  return difference < 0 ? 0 : a.segments[difference]?.parameter === undefined ? -1 : 1;
}

export function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray % is passed on unchanged
  }
}

function match(compiled: Compiled, parts: string[]): RouteMatch | undefined {
  let parameters: Record<string, string> | undefined;
  for (const [at, segment] of compiled.segments.entries()) {
    const part = parts[at];
    if (part === undefined) return undefined;
    if (segment.parameter === undefined) {
      if (part !== segment.text) return undefined;
    } else {
      if (part === "") return undefined;
      (parameters ??= {})[segment.parameter] = decodeSegment(part);
    }
  }
  return { route: compiled.route, routeKey: compiled.routeKey, parameters };
}

/** Makes a matcher of a table of routes. Routes are looked up by method and number of segments first. */
export function router(routes: readonly Route[]): (method: string, path: string) => RouteMatch | undefined {
  const table = new Map<string, Compiled[]>();
  for (const route of routes) {
    const compiled = compile(route);
    const key = `${route.method} ${compiled.segments.length}`;
    table.set(key, [...(table.get(key) ?? []), compiled].toSorted(bySpecificity));
  }
  return (method, path) => {
    const parts = path.slice(1).split("/");
    for (const candidate of table.get(`${method} ${parts.length}`) ?? []) {
      const found = match(candidate, parts);
      if (found) return found;
    }
    return undefined;
  };
}
