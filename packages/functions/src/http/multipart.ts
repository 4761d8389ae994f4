import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { Busboy } from "@fastify/busboy";
import { webStream } from "@parley/core/store/web-stream";
import type { HttpRequest } from "./http-message.ts";
import { Invalid, missing } from "./validation.ts";

/** A file of a multipart body. Its bytes are to be read before the next one's can be. */
export interface FilePart {
  field: string;
  filename: string;
  /** The declared type in lower case without its parameters; `text/plain` by default. */
  mime_type: string;
  bytes: AsyncIterable<Uint8Array>;
}

const parserLimits = { fieldNameSize: 100, fieldSize: 1024, headerPairs: 50, headerSize: 16 * 1024, parts: 100 };

/** Text fields have neither; a recorder may send its blob without a name. */
const isFile = (_field: string | undefined, contentType: string | undefined, filename: string | undefined) =>
  filename !== undefined || (contentType !== undefined && contentType !== "text/plain");

/**
 * Reads a multipart body as a stream: `take` is given each file named `field` as it comes, and nothing is held beyond
 * what `take` holds. What `take` throws ends the reading at once. Throws `Invalid`, as for a missing part, for a body that
 * is not multipart, is cut off, or has no such file.
 */
export async function readFiles(
  request: HttpRequest,
  field: string,
  take: (part: FilePart) => Promise<void>,
): Promise<void> {
  const absent = () => new Invalid([missing("body", field)]);
  const contentType = request.headers.get("content-type") ?? "";
  if (request.body === null || !/^multipart\/form-data\b/i.test(contentType)) throw absent();
  let parser: InstanceType<typeof Busboy>;
  try {
    parser = new Busboy({
      headers: { "content-type": contentType },
      isPartAFile: isFile,
      preservePath: true,
      limits: parserLimits,
    });
  } catch {
    // The constructor throws for a content type without a boundary, and for nothing else that can come from a request.
    throw absent();
  }
  // The two libraries' types of a web stream do not know each other.
  const source = Readable.fromWeb(request.body as NodeStream<Uint8Array>);

  let found = 0;
  const taken: Promise<void>[] = [];
  const streams: Readable[] = [];
  const { promise: ended, resolve: end, reject: stop } = Promise.withResolvers<void>();
  parser.on("file", (name, stream, ...[filename, _encoding, mimeType]) => {
    // Only a body that is cut off fails a file.
    stream.on("error", () => stop(absent()));
    if (name !== field) {
      stream.resume();
      return;
    }
    found += 1;
    streams.push(stream);
    const work = take({ field: name, filename: filename ?? "", mime_type: mimeType, bytes: webStream(stream) });
    taken.push(work);
    work.catch(stop);
  });
  parser.once("finish", end);
  parser.once("error", () => stop(absent()));
  // The client went away: what came is cut off as well.
  source.once("error", () => stop(absent()));
  source.pipe(parser);
  try {
    await ended;
    await Promise.all(taken);
  } finally {
    source.unpipe(parser);
    source.destroy();
    // Readers that still wait for bytes of a file learn that none will come.
    for (const stream of streams) if (!stream.readableEnded) stream.destroy(absent());
  }
  if (found === 0) throw absent();
}
