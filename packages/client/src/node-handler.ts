import type { NodeRequest, NodeResponse, TokenEndpoint } from "./token-endpoint.ts";

/** The request without its body. The address of a proxy's request may be a whole one, which nobody sends to a backend. */
function requestOf({ method = "GET", url = "/", originalUrl = url, headers }: NodeRequest): Request {
  const copy = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    // HTTP/2 keeps the request's line among the headers.
    if (value !== undefined && !name.startsWith(":")) copy.set(name, String(value));
  }
  const path = originalUrl.startsWith("/") ? originalUrl : "/";
  return new Request(`http://localhost${path}`, { method, headers: copy });
}

/** Answers a request of `node:http` by an endpoint. Throws what `email` throws. */
export async function answerNode<Incoming extends NodeRequest>(
  endpoint: TokenEndpoint<Incoming>,
  request: Incoming,
  response: NodeResponse,
): Promise<void> {
  const answer = await endpoint(requestOf(request), request);
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  response.end(await answer.text());
}
