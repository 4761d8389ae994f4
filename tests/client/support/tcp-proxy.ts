import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>;

/** A proxy before the service at `target` that knows nothing of what it passes on, and whose connections can be cut. */
export async function startTcpProxy(target: string) {
  const { hostname, port: targetPort } = new URL(target);
  const pairs = new Set<[Socket, Socket]>();
  let accepted = 0;
  let isRefusing = false;
  const server = createServer({ noDelay: true }, (near) => {
    accepted += 1;
    if (isRefusing) return void near.destroy();
    const far = connect({ host: hostname, port: Number(targetPort), noDelay: true });
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    near.pipe(far);
    far.pipe(near);
    for (const [one, other] of [pair, pair.toReversed()] as [Socket, Socket][]) {
      one.on("error", () => undefined);
      one.on("close", () => {
        other.destroy();
        pairs.delete(pair);
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server's address is never a string

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    /** Connections that were accepted. */
    get accepted() {
      return accepted;
    },
    /** Destroys all connections. */
    cut() {
      for (const [near] of pairs) near.destroy();
    },
    /** The client hears nothing any more on the connections that there are, which stay open. */
    stall() {
      for (const [near, far] of pairs) far.unpipe(near).resume();
    },
    /** Whether new connections are destroyed at once. */
    refuse(refusing: boolean) {
      isRefusing = refusing;
    },
    async stop() {
      for (const [near] of pairs) near.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
