import { Invalid } from "@parley/functions/http/validation";
import { readFiles } from "@parley/functions/http/multipart";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { timesOf } from "../support/sampled.ts";

const boundary = "-----b0undary";

/** A body in pieces of the given lengths, over and over. */
function requestOf(body: Uint8Array, lengths: readonly number[]): Request {
  async function* pieces() {
    for (let at = 0, turn = 0; at < body.length; turn++) {
      const length = lengths[turn % lengths.length] ?? 1;
      yield body.subarray(at, at + length);
      at += length;
    }
  }
  return new Request("http://localhost/", {
    method: "POST",
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    body: ReadableStream.from<Uint8Array>(pieces()),
    duplex: "half",
  });
}

const encode = (files: readonly { name: string; bytes: Uint8Array }[], epilogue = "") =>
  Buffer.concat([
    ...files.flatMap(({ name, bytes }) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n`,
      ),
      bytes,
      Buffer.from("\r\n"),
    ]),
    Buffer.from(`--${boundary}--\r\n${epilogue}`),
  ]);

async function filesOf(request: Request): Promise<Buffer[]> {
  const files: Buffer[] = [];
  await readFiles(request, "files", async ({ bytes }) => {
    const place = files.push(Buffer.alloc(0)) - 1;
    const chunks: Uint8Array[] = [];
    for await (const chunk of bytes) chunks.push(chunk);
    files[place] = Buffer.concat(chunks);
  });
  return files;
}

// Contents that come near a boundary.
const content = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "\r\n",
        "\r\n--",
        `\r\n--${boundary.slice(0, 7)}`,
        `--${boundary}`,
        `${boundary}--`,
        "\r",
        "\n",
        "-",
      ),
      fc.string({ maxLength: 40 }),
      fc.integer({ min: 1, max: 200_000 }).map((length) => "x".repeat(length)),
    ),
    { maxLength: 8 },
  )
  .map((pieces) => Buffer.from(pieces.join("").replaceAll(`\r\n--${boundary}`, "")))
  .filter((bytes) => !bytes.toString("latin1").startsWith(`--${boundary}`));

describe("reading a multipart body", () => {
  it("gives every file as it was sent, however the body comes in pieces", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ name: fc.constantFrom("files", "files", "other"), bytes: content }), {
          minLength: 1,
          maxLength: 4,
        }),
        fc.array(fc.oneof(fc.integer({ min: 20, max: 100 }), fc.integer({ min: 1_000, max: 70_000 })), {
          minLength: 1,
          maxLength: 5,
        }),
        fc.constantFrom("", "an epilogue"),
        async (files, lengths, epilogue) => {
          const wanted = files.filter(({ name }) => name === "files").map(({ bytes }) => bytes);
          const read = filesOf(requestOf(encode(files, epilogue), lengths));
          if (wanted.length === 0) await expect(read).rejects.toBeInstanceOf(Invalid);
          else
            expect((await read).map((bytes) => bytes.toString("hex"))).toEqual(
              wanted.map((bytes) => bytes.toString("hex")),
            );
        },
      ),
      { numRuns: timesOf(150) },
    );
  });

  it("refuses a body cut off anywhere, and never waits for the rest", async () => {
    const whole = encode([
      { name: "files", bytes: Buffer.from("a,b\r\n1,2") },
      { name: "files", bytes: Buffer.from("c") },
    ]);
    for (let length = 0; length < whole.length - 3; length++) {
      await expect(filesOf(requestOf(whole.subarray(0, length), [7])), `cut at ${length}`).rejects.toBeInstanceOf(
        Invalid,
      );
    }
  });

  it("ends at once with what its reader throws, and lets go of the body", async () => {
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) =>
        controller.enqueue(
          Buffer.from(
            `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\n${"x".repeat(1000)}`,
          ),
        ),
      cancel: () => {
        cancelled = true;
      },
    });
    const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
    const request = new Request("http://localhost/", { method: "POST", headers, body, duplex: "half" });
    await expect(readFiles(request, "files", () => Promise.reject(new RangeError("no more")))).rejects.toThrow(
      "no more",
    );
    await expect.poll(() => cancelled).toBe(true);
  });
});
