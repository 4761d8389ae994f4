import { randomBytes } from "node:crypto";

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const two = (value: number) => String(value).padStart(2, "0");

/** API Gateway's request time: `12/Mar/2026:19:03:58 +0000`. */
export function requestTime(at: Date): string {
  const day = `${two(at.getUTCDate())}/${months[at.getUTCMonth()]}/${at.getUTCFullYear()}`;
  return `${day}:${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())} +0000`;
}

/** The short ids of API Gateway: `JKJaXmPLvHcESHA=`. */
export const gatewayId = (): string => `${randomBytes(11).toString("base64").slice(0, 15)}=`;

/** An X-Ray trace header as the gateways add it. */
export const traceId = (): string => {
  const random = randomBytes(12).toString("hex");
  return `Root=1-${Math.floor(Date.now() / 1000).toString(16)}-${random}`;
};

export const accountId = "000000000000";
