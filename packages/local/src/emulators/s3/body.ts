import { createHash, type Hash } from "node:crypto";
import { Transform } from "node:stream";
import { crc32 } from "node:zlib";
import { S3Error, notImplemented } from "./errors.ts";

export interface Digest {
  size: number;
  md5: Buffer;
  crc32: string;
}

export interface Expected {
  /** By name: `md5` and `sha256-hex` of the bytes, and the `x-amz-checksum-…` algorithms, in the form they are sent in. */
  checksums: Map<string, string>;
  /** A checksum that comes in the trailer of a chunked body. */
  trailer: string | undefined;
  size: number | undefined;
}

const wrongDigest = (name: string) =>
  new S3Error(400, "BadDigest", `The ${name} you specified did not match what we received.`);

/** Counts and digests what flows through, and fails at the end if it is not what was announced. */
export class DigestingStream extends Transform {
  readonly #expected: Expected;
  readonly #md5 = createHash("md5");
  readonly #others: Map<string, Hash>;
  #crc = 0;
  #size = 0;
  #digest: Digest | undefined;

  constructor(expected: Expected) {
    super();
    this.#expected = expected;
    this.#others = new Map(
      ["sha1", "sha256", "sha256-hex"]
        .filter((name) => expected.checksums.has(name) || expected.trailer === name)
        .map((name) => [name, createHash(name.replace("-hex", ""))]),
    );
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.#size += chunk.length;
    this.#md5.update(chunk);
    this.#crc = crc32(chunk, this.#crc);
    for (const hash of this.#others.values()) hash.update(chunk);
    done(null, chunk);
  }

  override _flush(done: (error?: Error) => void): void {
    const crc = Buffer.alloc(4);
    crc.writeUInt32BE(this.#crc);
    const digest = { size: this.#size, md5: this.#md5.digest(), crc32: crc.toString("base64") };
    const { checksums, size } = this.#expected;
    const got = new Map([
      ["md5", digest.md5.toString("base64")],
      ["crc32", digest.crc32],
      ...[...this.#others].map(
        ([name, hash]) => [name, hash.digest(name === "sha256-hex" ? "hex" : "base64")] as const,
      ),
    ]);
    const wrong = [...checksums].find(([name, value]) => got.get(name) !== value);
    if (wrong) done(wrongDigest(wrong[0]));
    else if (size !== undefined && size !== digest.size) done(new S3Error(400, "IncompleteBody"));
    else {
      this.#digest = digest;
      done();
    }
  }

  get digest(): Digest {
    if (!this.#digest) throw new Error("The body has not been read to its end");
    return this.#digest;
  }
}

/** Nothing is announced. */
export const anything = (): Expected => ({ checksums: new Map(), trailer: undefined, size: undefined });

/** What a request says about its own bytes; `header` looks among the headers and the signed query alike, as S3 does. */
export function expectedDigest(header: (name: string) => string | undefined, payloadHash: string): Expected {
  const checksums = new Map<string, string>();
  const md5 = header("content-md5");
  if (md5 !== undefined) checksums.set("md5", md5);
  if (/^[0-9a-f]{64}$/.test(payloadHash)) checksums.set("sha256-hex", payloadHash);
  for (const name of ["crc32", "sha1", "sha256"]) {
    const value = header(`x-amz-checksum-${name}`);
    if (value !== undefined) checksums.set(name, value);
  }
  const trailer = header("x-amz-trailer")?.replace("x-amz-checksum-", "");
  for (const name of ["crc32c", "crc64nvme"]) {
    if (trailer === name || header(`x-amz-checksum-${name}`) !== undefined)
      throw notImplemented(`the checksum ${name}`);
  }
  const size = header("x-amz-decoded-content-length") ?? header("content-length");
  return { checksums, trailer, size: size === undefined ? undefined : Number(size) };
}

/**
 * Takes the `aws-chunked` framing off a body; its trailing checksum joins the expected ones. The signatures of single
 * chunks, which the JavaScript SDK never sends, are not looked at.
 */
export class ChunkedDecoder extends Transform {
  readonly #expected: Expected;
  #buffer: Buffer = Buffer.alloc(0);
  #left = 0;
  #state: "size" | "data" | "after" | "trailer" = "size";

  constructor(expected: Expected) {
    super();
    this.#expected = expected;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#buffer = this.#buffer.length === 0 ? chunk : Buffer.concat([this.#buffer, chunk]);
    while (this.#step());
    done();
  }

  /** Takes one piece from the buffer; false when more bytes are needed. */
  #step(): boolean {
    if (this.#state === "data") {
      if (this.#buffer.length === 0) return false;
      const part = this.#buffer.subarray(0, this.#left);
      this.#buffer = this.#buffer.subarray(part.length);
      this.#left -= part.length;
      this.push(part);
      if (this.#left === 0) this.#state = "after";
      return true;
    }
    const end = this.#buffer.indexOf("\r\n");
    if (end < 0) return false;
    const line = this.#buffer.toString("latin1", 0, end);
    this.#buffer = this.#buffer.subarray(end + 2);
    if (this.#state === "after") this.#state = "size";
    else if (this.#state === "trailer") this.#trailer(line);
    else {
      this.#left = Number.parseInt(line, 16);
      this.#state = this.#left > 0 ? "data" : "trailer";
    }
    return true;
  }

  #trailer(line: string): void {
    const [, name, value] = /^x-amz-checksum-(\w+):(.+)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) this.#expected.checksums.set(name, value.trim());
  }
}
