import type { Socket } from "node:net";
import { connect as connectTls, type ConnectionOptions } from "node:tls";
import { CONNECT_TIMEOUT_MS } from "../driver.ts";
import { connectTo } from "../server/reach.ts";

const SSL_REQUEST = 80_877_103;
const CANCEL_REQUEST = 80_877_102;

/** What the server sent when the session began; it authorises cancelling that session's statement. */
export interface BackendKey {
  processId: number;
  secret: number;
}

/**
 * Asks the server to cancel what a session runs (CancelRequest of the wire protocol), over a connection of its own
 * and with the same TLS. Resolves when the server has taken the request or cannot be reached: the protocol has no answer.
 */
export function cancelBackend(
  host: string,
  port: number,
  tls: ConnectionOptions | false,
  key: BackendKey,
): Promise<void> {
  return new Promise((resolve) => {
    const socket = connectTo({ host, port });
    const timer = setTimeout(() => socket.destroy(), CONNECT_TIMEOUT_MS);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => {
      clearTimeout(timer);
      resolve();
    });
    socket.once("connect", () => {
      if (tls) upgrade(socket, host, tls, (secured) => sendCancel(secured, key));
      else sendCancel(socket, key);
    });
  });
}

function upgrade(socket: Socket, host: string, tls: ConnectionOptions, secured: (socket: Socket) => void): void {
  socket.write(message(SSL_REQUEST));
  socket.once("data", (answer) => {
    if (answer.toString("latin1") !== "S") {
      socket.destroy();
      return;
    }
    const upgraded = connectTls({ socket, host, ...tls }, () => secured(upgraded));
    upgraded.on("error", () => socket.destroy());
    upgraded.once("close", () => socket.destroy());
  });
}

function sendCancel(socket: Socket, key: BackendKey): void {
  socket.write(message(CANCEL_REQUEST, key.processId, key.secret));
  // The server closes the connection once it has signalled the session.
  socket.resume();
}

function message(...words: number[]): Buffer {
  const buffer = Buffer.alloc(4 + words.length * 4);
  buffer.writeInt32BE(buffer.length, 0);
  words.forEach((word, index) => buffer.writeInt32BE(word | 0, 4 + index * 4));
  return buffer;
}
