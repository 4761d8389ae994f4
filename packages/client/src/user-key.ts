import { ParleyError } from "./errors.ts";

/** Characters that Python's `str.strip()` takes away and `trim()` does not. */
const CONTROL_SPACES = "\u001c\u001d\u001e\u001f\u0085";

const isSpace = (character: string): boolean =>
  CONTROL_SPACES.includes(character) || (character.trim() === "" && character !== "\ufeff");

/** The form of an e-mail address that the service signs: `strip().lower()`. */
export function normalizeEmail(email: string): string {
  let start = 0;
  let end = email.length;
  while (start < end && isSpace(email.charAt(start))) start += 1;
  while (end > start && isSpace(email.charAt(end - 1))) end -= 1;
  return email.slice(start, end).toLowerCase();
}

/** The bytes of a shared secret. Throws a `ParleyError` that does not repeat it if it is not base64url. */
export function secretBytes(sharedSecret: string): Uint8Array<ArrayBuffer> {
  const digits = /^([A-Za-z0-9_-]+)={0,2}$/.exec(sharedSecret)?.[1];
  if (digits === undefined || digits.length % 4 === 1) {
    throw new ParleyError("INVALID_SHARED_SECRET", "The shared secret is not base64url");
  }
  const bytes = atob(digits.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(bytes, (character) => character.charCodeAt(0));
}

/**
 * The `user_key` that proves a member to the service: base64url without padding of HMAC-SHA256 over the trimmed and lowercased
 * e-mail address, keyed with the decoded shared secret. 43 characters. Throws a `ParleyError` if the secret is not base64url.
 */
export async function signUserKey(email: string, sharedSecret: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", secretBytes(sharedSecret), algorithm, false, ["sign"]);
  const signature = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(normalizeEmail(email)));
  return btoa(String.fromCharCode(...new Uint8Array(signature)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace("=", "");
}
