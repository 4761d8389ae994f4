import { ClientFrame } from "@parley/contract/frame";
import * as check from "fast-check";
import { known } from "./known.ts";
import { nearly } from "./nearly.ts";
import { words } from "./values.ts";

/** Stands for the connection's own token until the frame is sent. */
export const tokenMarker = "@@token@@";
/** Frames are taken up to this length; longer ones end the connection (1009). */
export const FRAME_BYTES = 32 * 1024;

/** How a connection comes to its identity, or does not. */
export type Opening = "header" | "frame" | "none" | "nonsense" | "expired" | "query" | "crowded";

export interface SentFrame {
  /** Bytes are sent as a binary frame, which ends the connection (1003). */
  body: string | Uint8Array;
  /** The next one is sent when this one has been answered, or else after so many milliseconds. */
  pause: "answered" | number;
}

export interface Sequence {
  opening: Opening;
  heartbeat: string | undefined;
  frames: SentFrame[];
  /** The client goes away without waiting for answers. */
  isGone: boolean;
}

const json = (frame: unknown): string => JSON.stringify(frame) ?? "";
const nearFrames = nearly(ClientFrame, (field) => (field === "token" ? [tokenMarker] : known(field)))
  .map(json)
  .filter((text) => text.length < 200_000);

const goodFrames = check
  .constantFrom<object>(
    { action: "send_message", message: "Which regions are there?", chat_id: "@@chat_id@@" },
    { action: "send_message", message: "Total amount per region", chat_id: "@@chat_id@@", include_tool_events: true },
    {
      action: "send_message",
      message: "Regions",
      chat_id: "@@chat_id@@",
      saved_query_id: "@@query_id@@",
      parameters: { region: "north" },
    },
    { action: "edit_message", message_id: "@@message_id@@", content: "How many regions are there?" },
    { action: "delete_message", message_id: "@@message_id@@" },
    { action: "interrupt" },
    { action: "interrupt" },
    { action: "ping" },
    { action: "authenticate", token: tokenMarker },
  )
  .map(json);

const garbage = check.oneof(
  words.filter((text) => text.length < FRAME_BYTES),
  words.map((action) => json({ action })).filter((text) => text.length < FRAME_BYTES),
  check.constantFrom(
    "",
    "null",
    "[]",
    "1",
    '{"action":null}',
    '{"action":["ping"]}',
    '{"action":"ping"}x',
    '{"action":"ping","action":"nothing"}',
    '{"action":"__proto__"}',
    '{"action":"toString"}',
    '{"__proto__":{"action":"ping"}}',
    '{"action":"authenticate","token":""}',
    "[".repeat(30_000),
    `{"action":"ping","x":${"[".repeat(10_000)}${"]".repeat(10_000)}}`,
  ),
);

/** What no API Gateway hands on. */
const fatal = check.oneof(
  check.constant(json({ action: "ping", x: "x".repeat(FRAME_BYTES) })),
  check.uint8Array({ maxLength: 40 }),
);

const sentFrames: check.Arbitrary<SentFrame> = check.record({
  body: check.oneof(
    { weight: 40, arbitrary: nearFrames },
    { weight: 40, arbitrary: goodFrames },
    { weight: 18, arbitrary: garbage },
    { weight: 1, arbitrary: fatal },
  ),
  pause: check.constantFrom<SentFrame["pause"]>("answered", "answered", "answered", 0, 0, 1, 5, 20, 60),
});

/** Sequences of frames that are good, or nearly, at different paces. */
export const sequences: check.Arbitrary<Sequence> = check.record({
  opening: check.oneof(
    { weight: 20, arbitrary: check.constantFrom<Opening>("header", "header", "header", "frame") },
    { weight: 3, arbitrary: check.constantFrom<Opening>("none", "nonsense", "expired", "query", "crowded") },
  ),
  heartbeat: check.constantFrom(undefined, undefined, "1", "yes", "☃"),
  frames: check.array(sentFrames, { minLength: 1, maxLength: 12, size: "max" }),
  isGone: check.nat(11).map((one) => one === 11),
});
