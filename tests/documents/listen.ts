import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { answerOf, httpEvent } from "../support/api.ts";

/** The service as a function behind API Gateway. */
export type Handler = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;

/** Where a request's client is said to be. */
export const addressHeader = "x-test-address";

/** Serves the service over HTTP on a port of its own; a request's headers may choose among several. */
export async function listen(handlerOf: (headers: Partial<Record<string, string>>) => Handler | undefined) {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([key, value]) => [key, String(value)]));
    const { [addressHeader]: sourceIp = "127.0.0.1" } = headers;
    const event = httpEvent(`${request.method} ${request.url}`, { headers, sourceIp });
    if (chunks.length > 0) {
      Object.assign(event, { body: Buffer.concat(chunks).toString("base64"), isBase64Encoded: true });
    }
    const result = await handlerOf(headers)?.(event);
    const answered = answerOf(result ?? { statusCode: 500 });
    response.writeHead(answered.status, { ...answered.headers, "set-cookie": answered.cookies }).end(answered.text);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => response.destroy(error));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server's address is never a string
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
