import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { S3Error, accessDenied } from "./errors.ts";

/** Secrets by access key id: who may sign. */
export type Signers = ReadonlyMap<string, string>;

const algorithm = "AWS4-HMAC-SHA256";
const week = 7 * 24 * 60 * 60;
const clockSkewMs = 15 * 60 * 1000;

const hmac = (key: string | Buffer, data: string): Buffer => createHmac("sha256", key).update(data).digest();
const sha256 = (data: string): string => createHash("sha256").update(data).digest("hex");

/** Percent-encoding as SigV4 wants it. */
export const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** `20260101T000000Z` in milliseconds. */
const instant = (stamp: string): number =>
  Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));

interface Signed {
  credential: string;
  signedHeaders: string;
  signature: string;
  stamp: string;
  payloadHash: string;
}

function presigned(query: URLSearchParams): Signed {
  const of = (name: string) => query.get(`X-Amz-${name}`) ?? "";
  const stamp = of("Date");
  const expires = Number(of("Expires"));
  if (!(expires > 0 && expires <= week) || Number.isNaN(instant(stamp))) {
    throw new S3Error(400, "AuthorizationQueryParametersError", "X-Amz-Date and X-Amz-Expires must be valid");
  }
  if (Date.now() > instant(stamp) + expires * 1000) throw accessDenied("Request has expired");
  return {
    credential: of("Credential"),
    signedHeaders: of("SignedHeaders"),
    signature: of("Signature"),
    stamp,
    payloadHash: query.get("X-Amz-Content-Sha256") ?? "UNSIGNED-PAYLOAD",
  };
}

function signedByHeader(request: IncomingMessage, authorization: string): Signed {
  const parts = new Map(
    authorization
      .slice(algorithm.length)
      .split(",")
      .map((part) => part.trim().split("=", 2) as [string, string]), // a part without "=" has an undefined value: no signature
  );
  const stamp = String(request.headers["x-amz-date"] ?? "");
  if (!(Math.abs(Date.now() - instant(stamp)) <= clockSkewMs)) {
    throw new S3Error(
      403,
      "RequestTimeTooSkewed",
      "The difference between the request time and the server's is too large",
    );
  }
  return {
    credential: parts.get("Credential") ?? "",
    signedHeaders: parts.get("SignedHeaders") ?? "",
    signature: parts.get("Signature") ?? "",
    stamp,
    payloadHash: String(request.headers["x-amz-content-sha256"] ?? ""),
  };
}

const signingKeys = new Map<string, Buffer>();

/** The key of one day, region and service; the last few are remembered. */
function signingKey(secret: string, scope: string): Buffer {
  const id = `${secret}/${scope}`;
  const known = signingKeys.get(id);
  if (known) return known;
  const [date = "", region = "", service = "", terminator = ""] = scope.split("/");
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, date), region), service), terminator);
  if (signingKeys.size > 16) signingKeys.clear();
  signingKeys.set(id, key);
  return key;
}

function secretOf(signers: Signers, credential: string): { secret: string; scope: string } {
  const [accessKeyId = "", ...scope] = credential.split("/");
  const secret = signers.get(accessKeyId);
  if (secret === undefined) {
    throw new S3Error(403, "InvalidAccessKeyId", "The AWS Access Key Id you provided does not exist in our records.");
  }
  return { secret, scope: scope.join("/") };
}

function canonicalRequest(request: IncomingMessage, url: URL, signed: Signed): string {
  const query = [...url.searchParams]
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join("&");
  const path = url.pathname
    .split("/")
    .map((segment) => encode(decodeURIComponent(segment)))
    .join("/");
  const headers = signed.signedHeaders.split(";").map(
    (name) =>
      `${name}:${String(request.headers[name] ?? "")
        .trim()
        .replace(/ +/g, " ")}\n`,
  );
  return [request.method, path, query, headers.join(""), signed.signedHeaders, signed.payloadHash].join("\n");
}

/**
 * Verifies the SigV4 signature of a request, in its `Authorization` header or in its query (a presigned URL: its expiry
 * too). Every `x-amz-` header must be among the signed ones. Returns the payload hash that is signed.
 */
export function verifyRequest(request: IncomingMessage, url: URL, signers: Signers): string {
  const { authorization } = request.headers;
  const inQuery = url.searchParams.get("X-Amz-Algorithm") === algorithm;
  if (!inQuery && authorization?.startsWith(algorithm) !== true) throw accessDenied("Access Denied");
  const signed = inQuery ? presigned(url.searchParams) : signedByHeader(request, authorization ?? "");
  const { secret, scope } = secretOf(signers, signed.credential);
  const names = new Set(signed.signedHeaders.split(";"));
  const unsigned = Object.keys(request.headers).filter((name) => name.startsWith("x-amz-") && !names.has(name));
  if (unsigned.length > 0 || !names.has("host")) {
    throw accessDenied(`There were headers present in the request which were not signed: ${unsigned.join(", ")}`);
  }
  const text = [algorithm, signed.stamp, scope, sha256(canonicalRequest(request, url, signed))].join("\n");
  if (!equal(hmac(signingKey(secret, scope), text).toString("hex"), signed.signature)) {
    throw new S3Error(
      403,
      "SignatureDoesNotMatch",
      "The request signature we calculated does not match the signature you provided",
    );
  }
  return signed.payloadHash;
}
