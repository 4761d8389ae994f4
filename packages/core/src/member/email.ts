import { limits } from "@parley/contract/limits";

/** What Python's `str.strip()` takes away. */
const isSpace = (code: number): boolean =>
  (code >= 0x09 && code <= 0x0d) ||
  (code >= 0x1c && code <= 0x20) ||
  code === 0x85 ||
  code === 0xa0 ||
  code === 0x1680 ||
  (code >= 0x2000 && code <= 0x200a) ||
  code === 0x2028 ||
  code === 0x2029 ||
  code === 0x202f ||
  code === 0x205f ||
  code === 0x3000;

/** The normalized form of an e-mail address: `strip().lower()`. */
export function normalizeEmail(email: string): string {
  let start = 0;
  let end = email.length;
  while (start < end && isSpace(email.charCodeAt(start))) start++;
  while (end > start && isSpace(email.charCodeAt(end - 1))) end--;
  return email.slice(start, end).toLowerCase();
}

const dotted = (text: string) => text !== "" && text.split(".").every((part) => part !== "");
const label = /^[\p{L}\p{N}]([\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;

/**
 * Whether a normalized address is structurally valid (D9): at most 320 characters, one `@`, something without spaces,
 * quotes and empty parts before it, and a dotted domain after it.
 */
export function isEmail(email: string): boolean {
  if (email.length > 2 * limits.email_length || Array.from(email).length > limits.email_length) return false;
  const [local = "", domain = "", ...more] = email.split("@");
  if (more.length > 0 || !dotted(local) || /[\s\p{Cc}"(),:;<>[\]\\]/u.test(local)) return false;
  const labels = domain.split(".");
  return labels.length > 1 && labels.every((part) => label.test(part));
}
