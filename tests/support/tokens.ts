import { createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign as signWith } from "node:crypto";
import type { NamedKey } from "@parley/core/environment/secrets";

/** Claims and header fields to replace; undefined leaves one out. */
export interface Forgery {
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  /** Signs with this instead of the key (base64url). */
  secret?: string;
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token made without the service's own code, good unless something is forged. `now` in milliseconds. */
export function forge(
  key: NamedKey,
  owner: { organization_id: string; member_id: string },
  now: number,
  { header = {}, claims = {}, secret = key.secret }: Forgery = {},
): string {
  const seconds = Math.floor(now / 1000);
  const signed = `${encode({ alg: "HS256", typ: "JWT", kid: key.kid, ...header })}.${encode({
    sub: owner.member_id,
    org: owner.organization_id,
    jti: randomUUID(),
    iat: seconds,
    exp: seconds + 60,
    iss: "parley",
    aud: "parley",
    ...claims,
  })}`;
  return `${signed}.${signatureOf(signed, header["alg"], secret)}`;
}

let rsaKey: KeyObject | undefined;

/** An attacker's RSA key. A key pair takes a tenth of a second, and whose it is makes no difference. */
export const attackersKey = (): KeyObject =>
  (rsaKey ??= generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey);

function signatureOf(signed: string, alg: unknown, secret: string): string {
  if (alg === "none") return "";
  if (alg === "RS256") return signWith("sha256", Buffer.from(signed), attackersKey()).toString("base64url");
  const hash = alg === "HS512" ? "sha512" : alg === "HS384" ? "sha384" : "sha256";
  return createHmac(hash, Buffer.from(secret, "base64url")).update(signed).digest("base64url");
}
