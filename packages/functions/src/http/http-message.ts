/*
 * Requests and responses as the application sees them. `Request` and `Response` of the runtime are the same and more, but the
 * first use of either makes Node.js load its whole client for HTTP, which is a third of a cold start.
 */

/** Header fields by their names, in whatever case. */
export class HttpHeaders {
  readonly #fields = new Map<string, string>();
  readonly #cookies: string[] = [];

  constructor(fields: Iterable<readonly [name: string, value: string]> = []) {
    for (const [name, value] of fields) this.append(name, value);
  }

  /** Adds a value to those that the field has; each cookie that is set stays a field of its own. */
  append(name: string, value: string): void {
    const key = name.toLowerCase();
    const trimmed = value.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, "");
    if (key === "set-cookie") this.#cookies.push(trimmed);
    else this.#fields.set(key, this.#fields.has(key) ? `${this.#fields.get(key)}, ${trimmed}` : trimmed);
  }

  /** Sets the field to one value. */
  set(name: string, value: string): void {
    const key = name.toLowerCase();
    if (key === "set-cookie") this.#cookies.length = 0;
    else this.#fields.delete(key);
    this.append(key, value);
  }

  get(name: string): string | null {
    const key = name.toLowerCase();
    if (key !== "set-cookie") return this.#fields.get(key) ?? null;
    return this.#cookies.length === 0 ? null : this.#cookies.join(", ");
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }

  /** The cookies that are set, in their order. */
  getSetCookie(): string[] {
    return [...this.#cookies];
  }

  /** All fields with their names in lower case; each cookie that is set comes by itself. */
  *[Symbol.iterator](): IterableIterator<[name: string, value: string]> {
    yield* this.#fields;
    for (const cookie of this.#cookies) yield ["set-cookie", cookie];
  }
}

/** A request: the runtime's own `Request` is one too. */
export interface HttpRequest {
  readonly method: string;
  /** The whole address, as `URL` writes it. */
  readonly url: string;
  readonly headers: Pick<HttpHeaders, "get" | "has">;
  /** Null if there is none. */
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  /** The body as text, "" if there is none. */
  text(): Promise<string>;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** What a request's body is made from. */
export type BodySource = string | Bytes | ReadableStream<Bytes>;

const streamOf = (bytes: Bytes): ReadableStream<Bytes> =>
  new ReadableStream({
    start(controller) {
      if (bytes.length > 0) controller.enqueue(bytes);
      controller.close();
    },
  });

/** A body's bytes as text: without the mark that UTF-8 may begin with, and with U+FFFD for what is not UTF-8. */
const decoded = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** The same of a body that is text already. */
const asDecoded = (text: string): string => text.replace(/^\ufeff/, "").toWellFormed();

async function collected(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Makes a request of what an event holds. Throws a TypeError if `address` is none. */
export function httpRequest(
  address: string,
  { method, headers, body }: { method: string; headers: HttpHeaders; body?: BodySource | undefined },
): HttpRequest {
  let stream: ReadableStream<Bytes> | null | undefined;
  return {
    method,
    url: new URL(address).href,
    headers,
    // Most bodies are read as text, and no stream is made of them.
    get body() {
      if (stream !== undefined) return stream;
      if (body === undefined || body instanceof ReadableStream) return (stream = body ?? null);
      return (stream = streamOf(typeof body === "string" ? Buffer.from(body) : body));
    },
    async text() {
      if (body === undefined) return "";
      if (typeof body === "string") return asDecoded(body);
      return decoded(body instanceof Uint8Array ? body : await collected(body));
    },
  };
}

interface ResponseHead {
  status?: number;
  headers?: Record<string, string>;
}

/** A response whose body is a text, a stream of bytes, or nothing. */
export class HttpResponse {
  readonly status: number;
  readonly headers: HttpHeaders;
  readonly body: string | ReadableStream<Uint8Array<ArrayBuffer>> | null;

  constructor(body: HttpResponse["body"], { status = 200, headers = {} }: ResponseHead = {}) {
    this.body = body;
    this.status = status;
    this.headers = new HttpHeaders(Object.entries(headers));
  }

  static json(value: unknown, { status = 200, headers = {} }: ResponseHead = {}): HttpResponse {
    return new HttpResponse(JSON.stringify(value), {
      status,
      headers: { ...headers, "content-type": "application/json" },
    });
  }

  /** The whole body as text; "" if there is none. */
  async text(): Promise<string> {
    return typeof this.body === "string" ? this.body : decoded(await this.bytes());
  }

  /** The whole body. */
  async bytes(): Promise<Buffer> {
    if (this.body instanceof ReadableStream) return collected(this.body);
    return Buffer.from(this.body ?? "");
  }

  /** Ends a stream of the body that nobody is to see; resolves when what writes it has ended. */
  async discard(): Promise<void> {
    if (this.body instanceof ReadableStream) await this.body.cancel();
  }
}
