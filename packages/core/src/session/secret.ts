import { createHash, createHmac, randomBytes } from "node:crypto";

const BYTES = 32;

/** 256 random bits as an address and a cookie carry them: 43 characters of base64url. */
export const newSecret = (): string => randomBytes(BYTES).toString("base64url");

/** The secret that follows one by a named attempt: the same each time, and guessed by nobody who does not know both. */
export const secretAfter = (secret: string, attempt: string): string =>
  createHmac("sha256", secret).update(attempt).digest("base64url");

/** What is kept of a secret: its SHA-256. Nobody finds one of 256 random bits by it. */
export const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");
