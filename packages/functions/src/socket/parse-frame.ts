import type { CommonErrorCode } from "@parley/contract/errors";
import { ClientFrame, clientActions } from "@parley/contract/frame";
import * as v from "valibot";
import { parseJson } from "../api-gateway/json-input.ts";

/** A frame that clients must not send, with the code of what is wrong with it (D34). */
interface WrongFrame {
  action: "wrong";
  code: CommonErrorCode;
}

/** What a client has sent. */
export type Received = ClientFrame | WrongFrame;

const wrong = (code: CommonErrorCode): WrongFrame => ({ action: "wrong", code });

/** Reads the text of a frame by its schema. */
export function parse(body: string): Received {
  const json = parseJson(body);
  const frame = "value" in json ? json.value : null;
  if (typeof frame !== "object" || frame === null || !("action" in frame) || typeof frame.action !== "string") {
    return wrong("INVALID_FRAME");
  }
  if (!clientActions.some((action) => action === frame.action)) return wrong("UNKNOWN_ACTION");
  const parsed = v.safeParse(ClientFrame, frame);
  if (parsed.success) return parsed.output;
  const isTooLong = parsed.issues.some(
    (issue) => issue.type === "check" && ["message", "content"].includes(v.getDotPath(issue) ?? ""),
  );
  return wrong(isTooLong ? "MESSAGE_TOO_LONG" : "INVALID_FRAME");
}
