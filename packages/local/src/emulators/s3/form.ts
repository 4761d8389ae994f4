import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { S3Error } from "./errors.ts";

const malformed = () => new S3Error(400, "MalformedPOSTRequest", "The body of your POST request is not well-formed");
const fieldLimit = 64 * 1024;

export interface PostForm {
  /** Fields before the file, by lower-case name. */
  fields: Map<string, string>;
  filename: string;
  file: Readable;
}

/**
 * Reads a browser's POST up to its file part, which S3 wants last, and gives that as a stream: it is never held in memory
 * whole.
 */
export async function readPostForm(request: IncomingMessage): Promise<PostForm> {
  const boundary = /boundary="?([^";]+)"?/.exec(request.headers["content-type"] ?? "")?.[1];
  if (boundary === undefined) throw malformed();
  // A request yields Buffers. It must outlive a refused form, for the answer to be sent.
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  let buffer: Buffer = Buffer.from("\r\n");

  const more = async (): Promise<boolean> => {
    const { value, done } = await chunks.next();
    if (done === true) return false;
    buffer = Buffer.concat([buffer, value]);
    return true;
  };
  const upTo = async (mark: Buffer): Promise<Buffer> => {
    let at = buffer.indexOf(mark);
    while (at < 0) {
      if (buffer.length > fieldLimit || !(await more())) throw malformed();
      at = buffer.indexOf(mark);
    }
    const before = buffer.subarray(0, at);
    buffer = buffer.subarray(at + mark.length);
    return before;
  };
  async function* fileBytes(): AsyncGenerator<Buffer> {
    for (;;) {
      const at = buffer.indexOf(delimiter);
      const safe = at < 0 ? Math.max(0, buffer.length - delimiter.length) : at;
      if (safe > 0) yield buffer.subarray(0, safe);
      if (at >= 0) return;
      buffer = buffer.subarray(safe);
      if (!(await more())) throw malformed();
    }
  }

  const fields = new Map<string, string>();
  await upTo(delimiter);
  for (;;) {
    const headers = (await upTo(Buffer.from("\r\n\r\n"))).toString();
    const name = /name="([^"]*)"/i.exec(headers)?.[1]?.toLowerCase();
    if (name === undefined) throw malformed();
    if (name === "file") {
      const filename = /filename="([^"]*)"/i.exec(headers)?.[1] ?? "";
      return { fields, filename, file: Readable.from(fileBytes(), { objectMode: false }) };
    }
    fields.set(name, (await upTo(delimiter)).toString());
  }
}
