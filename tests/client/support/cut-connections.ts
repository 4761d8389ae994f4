import type { Socket } from "node:net";
import { Agent, buildConnector } from "undici";

/** A `fetch` of whose connections some are destroyed on the way. */
export interface CutFetch {
  fetch: typeof globalThis.fetch;
  close: () => Promise<void>;
}

/** Destroys the socket before more than `bytes` of what it is given have gone out. */
function cutAfter(socket: Socket, bytes: number, onCut: () => void): void {
  const write = socket.write.bind(socket);
  let written = 0;
  socket.write = (chunk: string | Uint8Array, ...more: never[]) => {
    written += chunk.length;
    if (written <= bytes) return write(chunk, ...more);
    onCut();
    socket.destroy();
    return false;
  };
}

/**
 * A `fetch` whose first connection to `port` is destroyed once that many bytes have gone out on it; `onCut` is told just before.
 * The connections to other ports are left alone, and so are later ones.
 */
export function fetchCutAfter(bytes: number, port: number, onCut: () => void = () => undefined): CutFetch {
  const connect = buildConnector({});
  let isCut = false;
  const dispatcher = new Agent({
    connect(options, callback) {
      connect(options, (...result) => {
        const [, socket] = result;
        if (socket && !isCut && Number(options.port) === port) {
          isCut = true;
          cutAfter(socket, bytes, onCut);
        }
        callback(...result);
      });
    },
  });
  return {
    // Node's own undici takes the dispatchers of the package, though their types differ.
    fetch: (address, init) => fetch(address, { ...init, dispatcher: dispatcher as never }),
    close: () => dispatcher.destroy(),
  };
}
