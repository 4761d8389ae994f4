import { createHmac } from "node:crypto";

/**
 * The signature that proves a member to the exchange: base64url without padding of HMAC-SHA256 over the normalized
 * e-mail address, keyed with the base64url-decoded shared secret. 43 characters.
 */
export const userKey = (sharedSecret: string, normalizedEmail: string): string =>
  createHmac("sha256", Buffer.from(sharedSecret, "base64url")).update(normalizedEmail, "utf8").digest("base64url");
