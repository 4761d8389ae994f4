import { createServer } from "node:net";

/** The first packet of a MySQL server: protocol 10, a version, a salt, and what it can do (TLS is not among it). */
function greeting(): Buffer {
  const capabilities = 0x0200 | 0x8000 | 0x0008 | (0x0008 << 16);
  return Buffer.concat([
    Buffer.from([10]),
    Buffer.from("8.0.0\0"),
    Buffer.from([1, 0, 0, 0]),
    Buffer.from("saltsalt"),
    Buffer.from([0, capabilities & 0xff, (capabilities >> 8) & 0xff, 45, 2, 0]),
    Buffer.from([(capabilities >> 16) & 0xff, capabilities >>> 24, 21]),
    Buffer.alloc(10),
    Buffer.from("saltsaltsalt\0"),
    Buffer.from("mysql_native_password\0"),
  ]);
}

const packet = (sequence: number, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from([body.length & 0xff, body.length >> 8, 0, sequence]), body]);

function errorPacket([number, state, message]: readonly [number, string, string]): Buffer {
  return Buffer.concat([Buffer.from([0xff, number & 0xff, number >> 8]), Buffer.from(`#${state}${message}`)]);
}

/** A scripted MySQL server without TLS that greets, reads the login, and refuses it with an error of the protocol. */
export async function startRefusingMysql(error: readonly [number: number, state: string, message: string]) {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.write(packet(0, greeting()));
    socket.once("data", () => socket.end(packet(2, errorPacket(error))));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
