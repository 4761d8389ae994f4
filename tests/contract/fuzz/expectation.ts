import { ClientFrame, clientActions } from "@parley/contract/frame";
import * as v from "valibot";
import { FRAME_BYTES, type SentFrame } from "./sequences.ts";

/** What a frame asks for: one of the actions, or a refusal for what it is (D34). `fatal` ones end the connection. */
export type Asked =
  | { kind: "action"; frame: ClientFrame }
  | { kind: "invalid" }
  | { kind: "unknown" }
  | { kind: "fatal"; closeCode: 1003 | 1009 };

/** Levels of JSON that are read, in frames as in bodies: what nests deeper is as good as no JSON (D5, D34). */
const LEVELS = 24;
const nestsDeeper = (value: unknown, levels: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => nestsDeeper(inner, levels - 1)));

/** Reads a frame as the contract does. */
export function askedBy(body: SentFrame["body"]): Asked {
  if (typeof body !== "string") return { kind: "fatal", closeCode: 1003 };
  if (Buffer.byteLength(body) > FRAME_BYTES) return { kind: "fatal", closeCode: 1009 };
  let frame: unknown;
  try {
    frame = JSON.parse(body);
  } catch {
    return { kind: "invalid" };
  }
  if (nestsDeeper(frame, LEVELS)) return { kind: "invalid" };
  if (typeof frame !== "object" || frame === null || !("action" in frame) || typeof frame.action !== "string")
    return { kind: "invalid" };
  if (!clientActions.some((action) => action === frame.action)) return { kind: "unknown" };
  const parsed = v.safeParse(ClientFrame, frame);
  return parsed.success ? { kind: "action", frame: parsed.output } : { kind: "invalid" };
}
