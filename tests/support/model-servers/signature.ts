import { createHash, createHmac } from "node:crypto";
import type { WireRequest } from "./wire.ts";

/** Whose requests are taken, and where. */
export interface Signer {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
  service: string;
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, data: string) => createHmac("sha256", key).update(data).digest();

/** As Signature Version 4 encodes a segment of a path. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

/** What is wrong with the signature (AWS Signature Version 4) of a request; undefined if it is right. */
export function signatureProblem(
  { path, headers, bytes }: Pick<WireRequest, "path" | "headers" | "bytes">,
  signer: Signer,
): string | undefined {
  const authorization = String(headers["authorization"]);
  const [, key, scope = "", names = "", signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\S+), ?SignedHeaders=(\S+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? [];
  if (key !== signer.accessKeyId) return "The security token included in the request is invalid.";
  const moment = String(headers["x-amz-date"]);
  const day = moment.slice(0, 8);
  if (scope !== `${day}/${signer.region}/${signer.service}/aws4_request`)
    return `Credential should be scoped to a valid region, not ${scope}.`;
  const signed = names.split(";");
  const needed = ["host", "x-amz-date", ...("x-amz-security-token" in headers ? ["x-amz-security-token"] : [])];
  if (!needed.every((name) => signed.includes(name))) return "A header that must be signed is not.";
  const canonical = [
    "POST",
    path.split("/").map(encoded).join("/"),
    "",
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    "",
    names,
    sha256(bytes),
  ].join("\n");
  const text = ["AWS4-HMAC-SHA256", moment, scope, sha256(canonical)].join("\n");
  const derived = scope
    .split("/")
    .reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${signer.secretAccessKey}`);
  return hmac(derived, text).toString("hex") === signature
    ? undefined
    : "The request signature we calculated does not match the signature you provided.";
}
