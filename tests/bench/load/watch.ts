import { sentTimes } from "./stamps.ts";

/** What a client saw of one turn. Times are milliseconds. */
export interface Watched {
  /** From sending the message to the first event, and to `processing: starting`. */
  first: number;
  starting: number;
  /** Server frames (or events) of the turn, those of text among them, and the bytes of both. */
  frames: number;
  textFrames: number;
  bytes: number;
  textBytes: number;
  /** How much later than the model said it each token came. */
  delays: number[];
  /** Between two pieces of text. */
  gaps: number[];
  /** From sending the message to the last event. */
  whole: number;
  /** What was wrong: an error's code, or how the frames contradict each other. */
  faults: string[];
}

/** Follows the events of one turn, from the moment its message is sent. */
export function watch(tokens: number) {
  const sentAt = performance.now();
  const seen: Watched = {
    first: Number.NaN,
    starting: Number.NaN,
    frames: 0,
    textFrames: 0,
    bytes: 0,
    textBytes: 0,
    delays: [],
    gaps: [],
    whole: Number.NaN,
    faults: [],
  };
  let text = "";
  let lastTextAt: number | undefined;
  let lastSent = 0;

  function takeText(content: string, bytes: number, at: number) {
    seen.textFrames += 1;
    seen.textBytes += bytes;
    text += content;
    if (lastTextAt !== undefined) seen.gaps.push(at - lastTextAt);
    lastTextAt = at;
    const now = Date.now();
    for (const sent of sentTimes(content, now)) {
      if (sent < lastSent) seen.faults.push("reordered");
      lastSent = sent;
      seen.delays.push(now - sent);
    }
  }

  return {
    seen,
    /** Takes an event as it came; answers true when it is the turn's last. */
    take(event: string, data: { content?: string; code?: string; status?: string }, bytes: number): boolean {
      const at = performance.now();
      seen.frames += 1;
      seen.bytes += bytes;
      if (seen.frames === 1) {
        seen.first = at - sentAt;
        if (event !== "chat_metadata" && event !== "error") seen.faults.push(`begins with ${event}`);
      }
      if (event === "processing" && data.status === "starting") seen.starting = at - sentAt;
      if (event === "text_delta") takeText(data.content ?? "", bytes, at);
      if (event === "error") seen.faults.push(data.code ?? "error");
      if (event === "message") {
        if (data.content !== text) seen.faults.push("the pieces are not the message");
        if (seen.delays.length !== tokens) seen.faults.push(`${seen.delays.length} of ${tokens} tokens`);
      }
      if (event !== "message" && event !== "error") return false;
      seen.whole = at - sentAt;
      return true;
    },
    fail(fault: string) {
      seen.faults.push(fault);
      return seen;
    },
  };
}

/** All that went wrong, counted. */
export function faultsOf(watched: readonly { faults: string[] }[]): string {
  const counts = new Map<string, number>();
  for (const fault of watched.flatMap(({ faults }) => faults)) counts.set(fault, (counts.get(fault) ?? 0) + 1);
  return [...counts].map(([fault, count]) => `${count} × ${fault}`).join(", ");
}
