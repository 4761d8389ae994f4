import type { Emit } from "./events.ts";

/** What a host says to the frame. Anything else is ignored. */
export type HostMessage =
  | { parley: "settings"; attributes?: Record<string, string>; features?: object; messages?: object }
  | { parley: "token"; id: number; token?: unknown; error?: string }
  | { parley: "ask"; text: string }
  | { parley: "stop" | "newChat" | "focus" };

/** What the frame says to its host: first to anybody, and only that it is there; then to the host alone. */
export type FrameMessage =
  | { parley: "hello" }
  | { parley: "token"; id: number; reason: string }
  | { parley: "height"; height: number }
  | { parley: "event"; name: Parameters<Emit>[0]; detail: unknown };

const kinds: ReadonlySet<unknown> = new Set(["settings", "token", "ask", "stop", "newChat", "focus"]);

/** The message of an event, if it is one of a host: from the page around the frame, of an origin that may show it. */
export function hostMessageOf(
  { source, origin, data }: Pick<MessageEvent<unknown>, "source" | "origin" | "data">,
  host: unknown,
  origins: readonly string[],
): HostMessage | null {
  if (source !== host || !origins.includes(origin)) return null;
  const message: { parley?: unknown } = Object(data);
  return kinds.has(message.parley) ? (message as HostMessage) : null; // Its fields are checked where they are used.
}
