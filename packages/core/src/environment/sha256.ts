import { createHash, createHmac, createSecretKey, type Hash, type Hmac, type KeyObject } from "node:crypto";

/** Secrets that are remembered as keys. An environment has one pair of credentials at a time. */
const SECRETS_REMEMBERED = 8;

const keysOfBytes = new WeakMap<Uint8Array, KeyObject>();
const keysOfText = new Map<string, KeyObject>();

type Secret = string | ArrayBuffer | ArrayBufferView;

const bytesOf = (data: ArrayBuffer | ArrayBufferView): Uint8Array =>
  ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);

/** The secret as a key, made once: Node.js takes longer to see that bytes are no key than to sign with one. */
function keyOf(secret: Secret): KeyObject {
  if (typeof secret === "string") {
    const known = keysOfText.get(secret);
    if (known) return known;
    if (keysOfText.size >= SECRETS_REMEMBERED) keysOfText.clear();
    const key = createSecretKey(secret, "utf8");
    keysOfText.set(secret, key);
    return key;
  }
  if (!(secret instanceof Uint8Array)) return createSecretKey(bytesOf(secret));
  const key = keysOfBytes.get(secret) ?? createSecretKey(secret);
  keysOfBytes.set(secret, key);
  return key;
}

/** SHA-256, and HMAC where there is a secret, for the signatures of AWS: the clients' own makes a key of its secret on each use. */
export class Sha256 {
  readonly #secret: Secret | undefined;
  #hash: Hash | Hmac;

  constructor(secret?: Secret) {
    this.#secret = secret;
    this.#hash = this.#begin();
  }

  #begin(): Hash | Hmac {
    return this.#secret === undefined ? createHash("sha256") : createHmac("sha256", keyOf(this.#secret));
  }

  update(data: Uint8Array): void {
    this.#hash.update(data);
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest());
  }

  reset(): void {
    this.#hash = this.#begin();
  }
}
