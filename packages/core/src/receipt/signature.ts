import { createHmac, timingSafeEqual } from "node:crypto";
import type { Receipt } from "@parley/contract/receipt";
import type { NamedKey } from "../environment/secrets.ts";

/** A receipt before it is signed. */
export type UnsignedReceipt = Omit<Receipt, "signature" | "key_id">;

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);

/** The value with the keys of its objects in one order, however it was kept or sent. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(byName)
      .map(([name, field]) => [name, ordered(field)]),
  );
}

const hmac = ({ secret }: NamedKey, receipt: UnsignedReceipt): Buffer =>
  createHmac("sha256", Buffer.from(secret, "base64url"))
    .update(JSON.stringify(ordered(receipt)))
    .digest();

/** The signature of a receipt, and which key made it. */
export const signatureOf = (key: NamedKey, receipt: UnsignedReceipt): Pick<Receipt, "signature" | "key_id"> => ({
  signature: hmac(key, receipt).toString("base64url"),
  key_id: key.kid,
});

/** True where the key has signed exactly this receipt. */
export function isSigned(key: NamedKey, { signature, key_id, ...receipt }: Receipt): boolean {
  const given = Buffer.from(signature, "base64url");
  const expected = hmac(key, receipt);
  return key_id === key.kid && given.length === expected.length && timingSafeEqual(given, expected);
}
