import { createHash, createHmac } from "node:crypto";
import { Sha256 } from "@parley/core/environment/sha256";
import { describe, expect, it } from "vitest";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const pieces = ["", "AWS4-HMAC-SHA256\n", "ü😀"].map((text) => new TextEncoder().encode(text));

const bufferOf = (secret: ArrayBuffer | ArrayBufferView): Buffer =>
  ArrayBuffer.isView(secret) ? Buffer.from(secret.buffer, secret.byteOffset, secret.byteLength) : Buffer.from(secret);

async function digestOf(hash: Sha256): Promise<string> {
  for (const piece of pieces) hash.update(piece);
  return hex(await hash.digest());
}

describe("the hash with which requests to AWS are signed", () => {
  it("is SHA-256 without a secret, and again after a reset", async () => {
    const expected = createHash("sha256").update(Buffer.concat(pieces)).digest("hex");
    const hash = new Sha256();
    expect(await digestOf(hash)).toBe(expected);
    hash.reset();
    expect(await digestOf(hash)).toBe(expected);
  });

  it("is its HMAC with a secret of text, of bytes, and of a part of a buffer, each time", async () => {
    const bytes = new TextEncoder().encode("AWS4wJalrXUtnFEMI");
    for (const secret of ["AWS4wJalrXUtnFEMI", bytes, bytes.buffer, new DataView(bytes.buffer), bytes.subarray(4)]) {
      const key = typeof secret === "string" ? secret : bufferOf(secret);
      const expected = createHmac("sha256", key).update(Buffer.concat(pieces)).digest("hex");
      expect(await digestOf(new Sha256(secret))).toBe(expected);
      expect(await digestOf(new Sha256(secret))).toBe(expected);
    }
  });

  it("is right for many secrets, of which few are remembered", async () => {
    for (let at = 0; at < 40; at++) {
      const secret = `secret ${at % 20}`;
      const expected = createHmac("sha256", secret).update(Buffer.concat(pieces)).digest("hex");
      expect(await digestOf(new Sha256(secret))).toBe(expected);
    }
  });
});
