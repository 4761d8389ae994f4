import type { IncomingMessage, ServerResponse } from "node:http";
import { httpEvent } from "./http-event.ts";
import { proxyResult, sendGatewayError, sendResult } from "./http-result.ts";
import { FunctionTimeout, type LambdaFunction } from "../lambda/runtime.ts";
import { largeBodyStream, refusedAtEdge, takesLargeBody, withRawBody } from "./large-body.ts";
import type { Log } from "../process/log.ts";
import {
  declaredLength,
  encodeBody,
  fitsLambda,
  gatewayBodyLimit,
  lambdaPayloadLimit,
  readBody,
} from "./request-body.ts";
import type { RoutedHandler, RouteMatch } from "./routing.ts";

export interface HttpApiSettings {
  functionOf: (entry: string) => LambdaFunction;
  log: Log;
}

/** Bodies up to this length reach a function as an ordinary event, base64 and all. */
const ordinaryLength = Math.floor((lambdaPayloadLimit * 3) / 4) - 32 * 1024;

/**
 * API Gateway's HTTP API: each request becomes an event of payload format 2.0 for the function of its route. A request
 * that does not fit is answered as AWS does: `413 {"message":"Request Entity Too Large"}`.
 */
export function httpApi({ functionOf, log }: HttpApiSettings): RoutedHandler {
  const eventFor = async (request: IncomingMessage, response: ServerResponse, match: RouteMatch) => {
    if (refusedAtEdge(request, response, match.routeKey)) return undefined;
    if (takesLargeBody(match.routeKey)) {
      const length = declaredLength(request);
      if (length === undefined || length > ordinaryLength) {
        return withRawBody(httpEvent(request, match, undefined, length ?? 0), largeBodyStream(request, response));
      }
    }
    const bytes = await readBody(request, gatewayBodyLimit);
    const encoded = bytes && encodeBody(bytes, request.headers);
    if (encoded && fitsLambda(encoded.body)) return httpEvent(request, match, encoded, bytes.length);
    sendGatewayError(response, 413, { message: "Request Entity Too Large" });
    return undefined;
  };

  return async (request, response, match) => {
    const event = await eventFor(request, response, match);
    if (!event) return;
    try {
      const result = await functionOf(match.route.entry).invoke(event);
      // The large body's own 400 may have come first.
      if (!response.headersSent) sendResult(response, proxyResult(result));
    } catch (error) {
      if (error instanceof FunctionTimeout) {
        sendGatewayError(response, 503, { message: "Service Unavailable" });
        return;
      }
      log.error("HTTP API: integration failed", { entry: match.route.entry, error });
      if (!response.writableEnded) sendGatewayError(response, 500, { message: "Internal Server Error" });
    }
  };
}
