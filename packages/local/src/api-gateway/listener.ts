import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export const host = "127.0.0.1";

/** The wanted port is taken by another program. */
export class PortTaken extends Error {
  constructor(port: number) {
    super(`Port ${port} is taken. Stop the program that has it, or choose another: PORT=${port + 1} npm start`);
    this.name = "PortTaken";
  }
}

export interface Listener {
  server: Server;
  port: number;
  /** Takes no new connection, and gives running requests this long to end. */
  close(graceMs?: number): Promise<void>;
}

/** Opens a port on this machine (0: a free one). Rejects with `PortTaken`. */
export async function listen(port: number, handler: RequestListener): Promise<Listener> {
  // Long enough that a client's kept connection is never closed under its next request.
  const keepAliveTimeout = 75_000;
  // Java's client offers HTTP/2 (`Upgrade: h2c`) with its first request: an offer that is not taken changes nothing (RFC 9110, 7.8).
  const shouldUpgradeCallback = ({ headers }: IncomingMessage): boolean =>
    headers.upgrade?.toLowerCase() === "websocket" && server.listenerCount("upgrade") > 0;
  const server = createServer({ keepAliveTimeout, requestTimeout: 0, shouldUpgradeCallback }, handler);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(error.code === "EADDRINUSE" ? new PortTaken(port) : error),
    );
    server.listen(port, host, resolve);
  });
  return {
    server,
    port: (server.address() as AddressInfo).port, // a TCP server's address is never a string
    close: (graceMs = 0) =>
      new Promise((resolve) => {
        const forced = setTimeout(() => server.closeAllConnections(), graceMs);
        server.close(() => {
          clearTimeout(forced);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}
