import type { Graph } from "./evaluate.ts";
import { functionsOf, ofType, text } from "./graph.ts";

/** Route key to the entry behind it, of the API that `api` names. */
function routedBy(graph: Graph, api: string): Map<string, string> {
  const entries = new Map(functionsOf(graph).map(({ arn, entry }) => [arn, entry]));
  const integrations = new Map(
    ofType(graph, "apigatewayv2/integration:Integration").map((integration) => [
      `integrations/${integration.name}-id`,
      /arn:aws:lambda:[^/]+/.exec(text(integration, "integrationUri"))?.[0] ?? "",
    ]),
  );
  return new Map(
    ofType(graph, "apigatewayv2/route:Route")
      .filter((route) => text(route, "apiId") === api)
      .map((route) => [
        text(route, "routeKey"),
        entries.get(integrations.get(text(route, "target")) ?? "") ?? "nothing",
      ]),
  );
}

export const httpRoutes = (graph: Graph): Map<string, string> => routedBy(graph, "httpapiapi");
export const socketRoutes = (graph: Graph): Map<string, string> => routedBy(graph, "socketapiapi");

/** Routes of the REST API, with the properties of their integrations. */
export function streamRoutes(graph: Graph): { key: string; entry: string; mode: unknown; timeout: unknown }[] {
  const entries = functionsOf(graph);
  const resources = new Map(ofType(graph, "apigateway/resource:Resource").map((one) => [`${one.name}-id`, one]));
  const pathOf = (id: string): string => {
    const resource = resources.get(id);
    return resource ? `${pathOf(text(resource, "parentId"))}/${text(resource, "pathPart")}` : "";
  };
  return ofType(graph, "apigateway/integration:Integration").map((integration) => ({
    key: `${text(integration, "httpMethod")} ${pathOf(text(integration, "resourceId"))}`,
    entry:
      entries.find(({ arn }) =>
        text(integration, "uri")
          .replace(/:\d+(?=\/response)/, "")
          .includes(`${arn}/response-streaming-invocations`),
      )?.entry ?? "nothing",
    mode: integration.inputs["responseTransferMode"],
    timeout: integration.inputs["timeoutMilliseconds"],
  }));
}
