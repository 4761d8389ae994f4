import { once } from "node:events";
import { WebSocket } from "ws";

/** A frame of the server; tests assert what is in it. */
export interface ServerFrame {
  event: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any;
}

export type TestSocket = Awaited<ReturnType<typeof openSocket>>;

/** Opens a socket and keeps its frames in the order they came. */
export async function openSocket(wsUrl: string, options: { token?: string; query?: string } = {}) {
  const headers = options.token === undefined ? {} : { authorization: `Bearer ${options.token}` };
  const socket = new WebSocket(wsUrl + (options.query ?? ""), { headers });
  const frames: ServerFrame[] = [];
  const waiting: { holds: (frame: ServerFrame) => boolean; resolve: (frame: ServerFrame) => void }[] = [];
  const closed = new Promise<number>((resolve) => socket.on("close", resolve));
  socket.on("message", (data: Buffer) => {
    const frame: ServerFrame = JSON.parse(data.toString("utf8"));
    frames.push(frame);
    for (const waiter of waiting.filter(({ holds }) => holds(frame))) {
      waiting.splice(waiting.indexOf(waiter), 1);
      waiter.resolve(frame);
    }
  });
  await once(socket, "open");
  return {
    frames,
    /** The close code, once the socket is closed. */
    closed,
    send: (frame: unknown) => socket.send(typeof frame === "string" ? frame : JSON.stringify(frame)),
    /** The first frame of this event at or after place `from`, now or when it comes. */
    next(event: string, from = 0): Promise<ServerFrame> {
      const found = frames.slice(from).find((frame) => frame.event === event);
      if (found) return Promise.resolve(found);
      return new Promise((resolve) => waiting.push({ holds: (frame) => frame.event === event, resolve }));
    },
    close: () => socket.close(),
    terminate: () => socket.terminate(),
  };
}
