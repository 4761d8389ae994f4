import { createServer, type Server } from "node:net";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { checkConnection } from "@parley/datasource/check-connection";
import { isReachable } from "@parley/datasource/server/reach";
import { DatasourceError } from "@parley/datasource/types";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

const linkLocal = [
  "169.254.169.254",
  "169.254.170.2",
  "169.254.100.1",
  "fd00:ec2::254",
  "fd00:ec2::253",
  "fe80::1",
  "fe80::1%eth0",
  "::ffff:169.254.169.254",
  "64:ff9b::a9fe:a9fe",
  "2002:a9fe:a9fe::",
];
const local = [
  "127.0.0.1",
  "127.255.255.254",
  "0.0.0.0",
  "::1",
  "::",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "::127.0.0.1",
  "64:ff9b::7f00:1",
  "2002:7f00:1::",
];
const open = ["10.0.0.5", "172.16.0.1", "192.168.1.1", "100.64.0.1", "203.0.113.7", "fd12:3456::1", "2001:db8::1"];

/** Counts connections and says nothing. */
let server: Server;
let port: number;
let connections = 0;
beforeAll(async () => {
  server = createServer((socket) => {
    connections += 1;
    socket.on("error", () => undefined);
    socket.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo); // a TCP server's address is never a string
});
afterAll(() => void server.close());
beforeEach(() => {
  connections = 0;
});
afterEach(() => vi.unstubAllEnvs());

const faultOf = (engine: "postgres" | "mysql", host: string, tls: "off" | "require" | "verify" = "off") =>
  checkConnection(
    { engine, host, port, database: "d", user: "u", password: "hush", tls },
    AbortSignal.timeout(10_000),
  ).then(
    () => "none",
    (error: unknown) => {
      expect(error).toBeInstanceOf(DatasourceError);
      expect(String(error)).not.toContain("hush");
      return error instanceof DatasourceError ? error.fault : undefined;
    },
  );

describe("the addresses of databases", () => {
  it.each(linkLocal)("%s is never reachable, on one's own machine neither", (address) => {
    vi.stubEnv("DATABASE_LOOPBACK", "1");
    expect(isReachable(address)).toBe(false);
  });

  it.each(local)("%s is reachable where databases of the same machine are wanted, and nowhere else", (address) => {
    vi.stubEnv("DATABASE_LOOPBACK", "1");
    expect(isReachable(address)).toBe(true);
    for (const setting of ["", "0", "true"]) {
      vi.stubEnv("DATABASE_LOOPBACK", setting);
      expect(isReachable(address)).toBe(false);
    }
  });

  it.each(open)("%s is reachable: databases live in private networks and elsewhere", (address) => {
    vi.stubEnv("DATABASE_LOOPBACK", "");
    expect(isReachable(address)).toBe(true);
  });
});

describe.each(["postgres", "mysql"] as const)("a connection to %s", (engine) => {
  it.each(["127.0.0.1", "localhost", "127.1", "2130706433", "0x7f000001", "0.0.0.0", "0", "::1", "::ffff:127.0.0.1"])(
    "is not begun to %s in the cloud, whatever the name of this machine",
    async (host) => {
      vi.stubEnv("DATABASE_LOOPBACK", "");
      for (const tls of ["off", "verify"] as const) expect(await faultOf(engine, host, tls)).toBe("address");
      expect(connections).toBe(0);
    },
  );

  it.each(["169.254.169.254", "169.254.43518", "2852039166", "fd00:ec2::254", "::ffff:a9fe:a9fe"])(
    "is not begun to the metadata service as %s, on one's own machine neither",
    async (host) => {
      vi.stubEnv("DATABASE_LOOPBACK", "1");
      expect(await faultOf(engine, host)).toBe("address");
    },
  );

  it("is begun to this machine where that is wanted", async () => {
    vi.stubEnv("DATABASE_LOOPBACK", "1");
    for (const host of ["127.0.0.1", "localhost"]) expect(await faultOf(engine, host)).not.toBe("address");
    expect(connections).toBeGreaterThanOrEqual(2);
  });
});

it("a connection to PostgreSQL by a socket file of the machine is not begun in the cloud", async () => {
  vi.stubEnv("DATABASE_LOOPBACK", "");
  expect(await faultOf("postgres", "/var/run/postgresql")).toBe("address");
});
