import type { VoiceTiming } from "@parley/contract/voice";
import { log } from "../observe/log.ts";

/** Names that are safe to write to a log: clients choose them freely. */
const plain = /^[\w.:/ -]{1,64}$/;
const plainly = (text: string | null | undefined): string | undefined => (text && plain.test(text) ? text : undefined);

/** Families of browsers; the first that fits. The rest of a user agent could identify a person. */
const families: readonly (readonly [family: string, pattern: RegExp])[] = [
  ["edge", /\bEdg/],
  ["opera", /\bOPR\//],
  ["firefox", /\b(Firefox|FxiOS)\//],
  ["chrome", /\b(Chrome|CriOS)\//],
  ["safari", /\bSafari\//],
  ["native", /\b(okhttp|CFNetwork|Dart)\//],
];

const familyOf = (userAgent: string): string => families.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? "other";

/** Writes how long the start of a voice session took, in milliseconds by mark, as one line of the log. */
export function recordTiming({
  client_trace_id,
  marks,
  user_agent,
  build_target,
  network_effective_type,
}: VoiceTiming): void {
  const named = Object.entries(marks).filter(([name]) => plain.test(name));
  const longest = named.length === 0 ? undefined : Math.round(Math.max(...named.map(([, value]) => value)));
  log("info", "voice timing", {
    client_trace_id,
    longest_ms: longest,
    marks: JSON.stringify(Object.fromEntries(named.map(([name, value]) => [name, Math.round(value * 10) / 10]))),
    ...(user_agent && { browser: familyOf(user_agent), mobile: /\b(Mobile|Android|iPhone|iPad)\b/.test(user_agent) }),
    build_target: plainly(build_target),
    network: plainly(network_effective_type),
  });
}
