import { createHmac } from "node:crypto";

/** A `user_key` as the contract describes it, by other means than the service's own. */
export const sign = (secret: string, email: string) =>
  createHmac("sha256", Buffer.from(secret + "=".repeat((4 - (secret.length % 4)) % 4), "base64url"))
    .update(Buffer.from(email.trim().toLowerCase(), "utf8"))
    .digest("base64url");

/** What every failed exchange is answered. */
export const failed = { status: 401, body: { detail: "Authentication failed" } };
