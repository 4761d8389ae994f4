import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A transcription request as the server got it. */
export interface TranscriptionRequest {
  path: string;
  headers: IncomingHttpHeaders;
  fields: Record<string, string>;
  file: { name: string; type: string; size: number; bytes: Uint8Array };
}

export type TranscriptionReply =
  | { text: string }
  /** Something else than a transcript. */
  | { status: number; body: string }
  /** Cuts the connection. */
  | { close: true }
  /** Says nothing. */
  | { hang: true };

export interface TranscriptionServer {
  /** What TRANSCRIBE_BASE_URL is set to. */
  url: string;
  requests: TranscriptionRequest[];
  close(): Promise<void>;
}

interface Options {
  reply: (request: TranscriptionRequest) => TranscriptionReply;
  /** Count the bytes of a request instead of keeping and reading them: for measurements. */
  countOnly?: boolean;
}

function send(response: ServerResponse, reply: TranscriptionReply): void {
  if ("hang" in reply) return;
  if ("close" in reply) {
    response.destroy();
    return;
  }
  const { status, body } = "text" in reply ? { status: 200, body: JSON.stringify(reply) } : reply;
  response.writeHead(status, { "content-type": "application/json" }).end(body);
}

/** An OpenAI-compatible speech-to-text server that says what the test wants. */
export async function startTranscriptionServer({ reply, countOnly = false }: Options): Promise<TranscriptionServer> {
  const requests: TranscriptionRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (!countOnly) chunks.push(chunk);
    });
    request.on("error", () => undefined);
    request.on("end", () => {
      const read = async (): Promise<TranscriptionRequest> => {
        const seen = { path: request.url ?? "", headers: request.headers };
        if (countOnly) return { ...seen, fields: {}, file: { name: "", type: "", size, bytes: new Uint8Array() } };
        const contentType = request.headers["content-type"] ?? "";
        const form = await new Response(Buffer.concat(chunks), { headers: { "content-type": contentType } }).formData();
        const file = form.get("file");
        if (!(file instanceof File)) throw new Error("the request has no file");
        const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string");
        const bytes = new Uint8Array(await file.arrayBuffer());
        return {
          ...seen,
          fields: Object.fromEntries(texts),
          file: { name: file.name, type: file.type, size: file.size, bytes },
        };
      };
      read().then(
        (got) => {
          requests.push(got);
          send(response, reply(got));
        },
        () => response.writeHead(400).end(),
      );
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server's address is never a string
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
