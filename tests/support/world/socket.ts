import { randomUUID } from "node:crypto";
import type { Frame } from "@parley/functions/socket/send-frames";
import type { World } from "./world.ts";

/** A connection of the world's gateway. */
export interface Socket {
  id: string;
  /** What `$connect` answered. */
  statusCode: number;
  /** What came since the last look. */
  frames(): Frame[];
  send(frame: unknown): Promise<void>;
  /** Sends, and returns what has come once nothing runs. */
  ask(frame: unknown): Promise<Frame[]>;
  isClosed(): boolean;
  close(): Promise<unknown>;
}

/** Opens a connection, with a token in the upgrade's header if one is given. */
export async function openSocket(world: World, token?: string, query: Record<string, string> = {}): Promise<Socket> {
  const id = randomUUID();
  let seen = 0;
  const all = () => world.frames.filter((posted) => posted.connection === id).map(({ frame }) => frame);
  const { statusCode } = await world.socket(id, "$connect", {
    ...(token !== undefined && { headers: { Authorization: `Bearer ${token}` } }),
    queryStringParameters: query,
  });
  const frames = () => {
    const news = all().slice(seen);
    seen += news.length;
    return news;
  };
  const send = async (frame: unknown) =>
    void (await world.socket(id, "$default", { body: typeof frame === "string" ? frame : JSON.stringify(frame) }));
  return {
    id,
    statusCode,
    frames,
    send,
    async ask(frame) {
      await send(frame);
      await world.settle();
      return frames();
    },
    isClosed: () => world.ended.has(id),
    close: () => world.socket(id, "$disconnect"),
  };
}

/** The names of frames or events, in their order. */
export const names = (events: readonly { event: string }[]): string[] => events.map(({ event }) => event);
