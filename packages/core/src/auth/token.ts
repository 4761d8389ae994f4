import { randomUUID, type webcrypto } from "node:crypto";
import { limits } from "@parley/contract/limits";
import { errors, jwtVerify, SignJWT } from "jose";
import type { Actor, Base, Secrets } from "../environment/context.ts";
import { fail } from "../failure/failure.ts";
import { isUuid } from "../environment/ids.ts";
import type { NamedKey } from "../environment/secrets.ts";

/** What a token says. The role is not in it (D13). Times are unix seconds. */
export interface TokenClaims extends Actor {
  jti: string;
  issued_at: number;
  expires_at: number;
}

const algorithm = "HS256";
/** HS256 needs a key of at least the hash's length (RFC 7518, 3.2). */
const KEY_BYTES = 32;

interface Signing {
  first: { kid: string; key: webcrypto.CryptoKey };
  all: Map<string, webcrypto.CryptoKey>;
}

async function importKey({ kid, secret }: NamedKey): Promise<{ kid: string; key: webcrypto.CryptoKey }> {
  const bytes = Buffer.from(secret, "base64url");
  if (bytes.length < KEY_BYTES) throw new Error("a signing key is too short");
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
  return { kid, key };
}

/** Keys and verified tokens of an environment. Secrets do not change while it lives. */
interface Environment {
  signing: Promise<Signing>;
  verified: Map<string, TokenClaims>;
}
const environments = new WeakMap<Secrets, Environment>();

/** Verified tokens that are remembered, so that most requests cost no signature check. */
const REMEMBERED_TOKENS = 5_000;

function environmentOf({ secrets }: Base): Environment {
  const known = environments.get(secrets);
  if (known) return known;
  const signing = (async (): Promise<Signing> => {
    const [first, ...rest] = secrets.signingKeys();
    const named = { first: await importKey(first), rest: await Promise.all(rest.map(importKey)) };
    return { first: named.first, all: new Map([named.first, ...named.rest].map(({ kid, key }) => [kid, key])) };
  })();
  const environment = { signing, verified: new Map<string, TokenClaims>() };
  environments.set(secrets, environment);
  signing.catch(() => environments.delete(secrets));
  return environment;
}

/** Throws SIGNING_NOT_CONFIGURED if the deployment has no usable signing key. */
export async function requireSigning(ctx: Base): Promise<Signing> {
  return environmentOf(ctx).signing.catch((cause: unknown) => fail("SIGNING_NOT_CONFIGURED", { cause }));
}

/**
 * A fresh access token (D11), issued at `from` (unix seconds) at the earliest. Throws SIGNING_NOT_CONFIGURED if the
 * deployment has no usable signing key.
 */
export async function issueToken(
  ctx: Base,
  actor: Actor,
  from: number = 0,
): Promise<{ token: string; claims: TokenClaims }> {
  const { first } = await requireSigning(ctx);
  const issuedAt = Math.max(Math.floor(ctx.clock.now() / 1000), from);
  const claims: TokenClaims = {
    member_id: actor.member_id,
    organization_id: actor.organization_id,
    jti: randomUUID(),
    issued_at: issuedAt,
    expires_at: issuedAt + limits.token_lifetime,
  };
  const token = await new SignJWT({ org: claims.organization_id })
    .setProtectedHeader({ alg: algorithm, typ: "JWT", kid: first.kid })
    .setSubject(claims.member_id)
    .setJti(claims.jti)
    .setIssuedAt(claims.issued_at)
    .setExpirationTime(claims.expires_at)
    .setIssuer(ctx.settings.issuer)
    .setAudience(ctx.settings.audience)
    .sign(first.key);
  return { token, claims };
}

/** A signature has one canonical form: decoders drop the spare bits of its last character, so other forms would pass too. */
function isSpelledAsSigned(token: string): boolean {
  const signature = token.slice(token.lastIndexOf(".") + 1);
  return Buffer.from(signature, "base64url").toString("base64url") === signature;
}

async function verify(ctx: Base, signing: Signing, token: string): Promise<TokenClaims> {
  if (!isSpelledAsSigned(token)) throw new errors.JWSInvalid("the signature is not in its canonical form");
  const { payload } = await jwtVerify(
    token,
    ({ kid }) => {
      const key = kid === undefined ? undefined : signing.all.get(kid);
      if (!key) throw new errors.JWSInvalid("unknown kid");
      return key;
    },
    {
      algorithms: [algorithm],
      issuer: ctx.settings.issuer,
      audience: ctx.settings.audience,
      currentDate: new Date(ctx.clock.now()),
      requiredClaims: ["sub", "org", "jti", "iat", "exp"],
    },
  );
  const { sub, org, jti, iat, exp } = payload;
  if (
    typeof sub !== "string" ||
    typeof org !== "string" ||
    typeof jti !== "string" ||
    iat === undefined ||
    exp === undefined
  ) {
    throw new errors.JWTInvalid("a claim is missing");
  }
  if (!isUuid(sub) || !isUuid(org) || !isUuid(jti)) throw new errors.JWTInvalid("a claim is not a UUID");
  return { member_id: sub, organization_id: org, jti, issued_at: iat, expires_at: exp };
}

/**
 * The claims of an access token. Algorithm, issuer and audience are pinned, and there is no leeway (D11).
 * Throws INVALID_TOKEN if anything is wrong with it.
 */
export async function verifyToken(ctx: Base, token: string): Promise<TokenClaims> {
  const { signing, verified } = environmentOf(ctx);
  const remembered = verified.get(token);
  if (remembered) {
    if (remembered.expires_at > Math.floor(ctx.clock.now() / 1000)) return remembered;
    verified.delete(token);
    fail("INVALID_TOKEN");
  }
  const keys = await signing;
  const claims = await verify(ctx, keys, token).catch((error: unknown) => {
    if (error instanceof errors.JOSEError) return fail("INVALID_TOKEN");
    throw error;
  });
  if (verified.size >= REMEMBERED_TOKENS) {
    // A Map keeps the order of insertion: the first is the oldest.
    const [oldest] = verified.keys();
    if (oldest !== undefined) verified.delete(oldest);
  }
  verified.set(token, claims);
  return claims;
}
