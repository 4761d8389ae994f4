import vm from "node:vm";
import type { Graph } from "./evaluate.ts";
import { functionsOf, named, text } from "./graph.ts";

/** A request as a CloudFront function sees it. */
export interface Viewer {
  method?: string;
  uri: string;
  headers?: Record<string, string>;
  query?: Record<string, string>;
  cookies?: Record<string, string>;
}

export interface Edge {
  /** What the edge answers itself. */
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** Where the request goes otherwise, and what the origin is asked for. */
  origin?: string;
  uri?: string;
  sent?: Record<string, string>;
  cookies?: Record<string, string>;
  readTimeout?: number;
}

interface Value {
  value: string;
}
interface Origin {
  domainName: string;
  timeouts?: { readTimeout?: number };
}
interface Answer {
  statusCode?: number;
  uri?: string;
  headers?: Record<string, Value>;
  cookies?: Record<string, Value>;
  body?: { data: string };
}

/** Where the edge sees a request come from. */
export const viewerAddress = "203.0.113.7";

export const edgeCode = (graph: Graph): string =>
  text(named(graph, "cloudfront/function:Function", "EdgeFunction"), "code");

/** What the deployment writes into the key-value store, as the function reads it. */
export function edgeEntries(graph: Graph): Map<string, string> {
  const { inputs } = named(graph, "cloudfront/keyvaluestoreKeysExclusive:KeyvaluestoreKeysExclusive", "EdgeKeys");
  const pairs = inputs["resourceKeyValuePairs"] as { key: string; value: string }[]; // the provider's own form
  return new Map(pairs.map(({ key, value }) => [key, value]));
}

const values = (fields: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { value }]));
const texts = (fields: Record<string, Value> = {}) =>
  Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]));

/** Runs the function that was made for CloudFront, as CloudFront would; with other `entries`, where its store fails. */
export function edgeOf(graph: Graph, entries = edgeEntries(graph)): (viewer: Viewer) => Promise<Edge> {
  const host = new URL(functionsOf(graph)[0]?.environment["PUBLIC_URL"] ?? "").host;
  const code = edgeCode(graph).replace(/import cf from "cloudfront";/, "");
  return async ({ method = "GET", uri, headers, query, cookies }) => {
    let origin: Origin | undefined;
    const cf = {
      kvs: () => ({
        get: (key: string) => {
          const value = entries.get(key);
          return value === undefined ? Promise.reject(new Error(`no ${key}`)) : Promise.resolve(value);
        },
      }),
      updateRequestOrigin: (chosen: Origin) => {
        origin = chosen;
      },
    };
    const context = vm.createContext({ cf, console });
    vm.runInContext(`${code};this.handler = handler;`, context);
    const request = {
      method,
      uri,
      headers: { host: { value: host }, ...values(headers) },
      querystring: values(query),
      cookies: values(cookies),
    };
    const handler = context["handler"] as (event: object) => Promise<Answer>; // defined by the code above
    const answer = await handler({ viewer: { ip: viewerAddress }, request });
    if (answer.statusCode !== undefined) {
      return {
        status: answer.statusCode,
        headers: texts(answer.headers),
        ...(answer.body && { body: answer.body.data }),
      };
    }
    return {
      uri: answer.uri ?? "",
      sent: texts(answer.headers),
      cookies: texts(answer.cookies),
      ...(origin && { origin: origin.domainName }),
      ...(origin?.timeouts?.readTimeout !== undefined && { readTimeout: origin.timeouts.readTimeout }),
    };
  };
}
