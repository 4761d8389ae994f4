import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import * as v from "valibot";

const KeyList = v.pipe(
  v.string(),
  v.parseJson(),
  v.pipe(v.array(v.object({ kid: v.string(), secret: v.string() })), v.minLength(1)),
);

/** A named key: `secret` is base64url. The first of a list is used to sign or seal, all of them to verify or open. */
export interface NamedKey {
  kid: string;
  secret: string;
}

/** Reads the value of a key-list secret: a JSON array of `{kid, secret}`. Throws when it is malformed or empty. */
export const parseKeys = (value: string): [NamedKey, ...NamedKey[]] => {
  const [first, ...rest] = v.parse(KeyList, value);
  if (!first) throw new Error("a key list needs a key");
  return [first, ...rest];
};

const newKeys = () =>
  JSON.stringify([{ kid: randomBytes(6).toString("base64url"), secret: randomBytes(32).toString("base64url") }]);

/** A fresh value for the secret `SigningKeys`. */
export const newSigningKeys = newKeys;
/** A fresh value for the secret `EncryptionKeys`. */
export const newEncryptionKeys = newKeys;

/**
 * Encrypts text at rest with AES-256-GCM: `<kid>.<iv>.<ciphertext and tag>`, base64url. `owner` (the organization id) is
 * authenticated with it, so that a sealed value cannot be moved to another organization (D10).
 */
export function seal(keys: readonly [NamedKey, ...NamedKey[]], text: string, owner: string): string {
  const [key] = keys;
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(key.secret, "base64url"), iv);
  cipher.setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `${key.kid}.${iv.toString("base64url")}.${sealed.toString("base64url")}`;
}

/** Decrypts what `seal` made. Throws when the key is unknown, the owner another, or the text was changed. */
export function open(keys: readonly NamedKey[], sealed: string, owner: string): string {
  const [kid, iv = "", body = ""] = sealed.split(".");
  const key = keys.find((candidate) => candidate.kid === kid);
  if (!key) throw new Error("sealed with an unknown key");
  const bytes = Buffer.from(body, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", Buffer.from(key.secret, "base64url"), Buffer.from(iv, "base64url"));
  decipher.setAAD(Buffer.from(owner));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString("utf8");
}
