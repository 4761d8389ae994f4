import type { Base } from "@parley/core/environment/context";
import { createApp } from "@parley/functions/http/app";
import type { Endpoint } from "@parley/functions/http/endpoint";
import { lambda } from "@parley/functions/api-gateway/http-adapter";
import type { Readable } from "node:stream";
import { type Answer, answerOf, httpEvent } from "./api.ts";

export interface Sent {
  token?: string | undefined;
  /** A form, encoded as any client would. */
  form?: FormData;
  /** Bytes as they are. */
  bytes?: Uint8Array;
  /** What the local gateway hangs on the event in place of a large body. */
  stream?: Readable;
  headers?: Record<string, string>;
}

export type Send = (request: string, sent: Sent) => Promise<Answer>;

/** The bytes and the content type of a form. */
export async function encoded(form: FormData): Promise<{ bytes: Uint8Array; contentType: string }> {
  const response = new Response(form);
  return {
    contentType: response.headers.get("content-type") ?? "",
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
}

/** Sends bodies that are not JSON to endpoints as a Lambda function: base64 in the event, or the gateway's stream. */
export function sender<Environment extends Base>(
  environment: Environment,
  endpoints: readonly Endpoint<Environment>[],
): Send {
  const handler = lambda(createApp(environment, endpoints));
  return async (request, { token, form, bytes, stream, headers = {} }) => {
    const body = form ? await encoded(form) : { bytes, contentType: undefined };
    const event = httpEvent(request, {
      token,
      headers: { ...(body.contentType && { "content-type": body.contentType }), ...headers },
    });
    if (stream) Object.defineProperty(event, Symbol.for("parley.raw-body"), { value: stream, enumerable: false });
    const sent = body.bytes && { body: Buffer.from(body.bytes).toString("base64"), isBase64Encoded: true };
    return answerOf(await handler(Object.assign(event, sent)));
  };
}
