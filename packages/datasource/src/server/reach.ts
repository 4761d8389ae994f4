import { lookup } from "node:dns";
import { BlockList, connect, isIP, isIPv6, type LookupFunction, Socket } from "node:net";
import { misconfigured } from "../failure.ts";
import type { DatasourceError } from "../types.ts";

/*
 * Whoever sets an integration up names any host. From inside the cloud, some addresses are the machine's own or its metadata
 * service's, which hands out credentials: none of them is ever connected to. What a name stands for is looked at when it has
 * been resolved, and that address is the one connected to, so that a second answer of a name server changes nothing. Private
 * networks stay open: databases live there.
 */

/** Set to `1` where a database may be on the same machine: on one's own, never in the cloud. */
const LOOPBACK_SETTING = "DATABASE_LOOPBACK";

type Subnet = [network: string, prefix: number];

function blockList(ipv4: readonly Subnet[], ipv6: readonly Subnet[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of ipv4) list.addSubnet(network, prefix, "ipv4");
  for (const [network, prefix] of ipv6) list.addSubnet(network, prefix, "ipv6");
  return list;
}

/** The cloud's metadata service and whatever else is on the link alone, also where IPv6 has it in translation. */
const linkLocal = blockList(
  [["169.254.0.0", 16]],
  [
    ["fe80::", 10],
    ["fd00:ec2::", 32],
    ["64:ff9b::a9fe:0", 112],
    ["2002:a9fe::", 32],
  ],
);

/** This machine. `0.0.0.0` and `::` are it, too; IPv4 written as IPv6 (`::ffff:127.0.0.1`) counts by itself. */
const loopback = blockList(
  [
    ["127.0.0.0", 8],
    ["0.0.0.0", 8],
  ],
  [
    ["::", 96],
    ["64:ff9b::7f00:0", 104],
    ["64:ff9b::", 104],
    ["2002:7f00::", 24],
  ],
);

const mayBeLocal = (): boolean => process.env[LOOPBACK_SETTING] === "1";

/** Whether a database at this address, which has been resolved, may be connected to. */
export function isReachable(address: string): boolean {
  const [bare = ""] = address.split("%");
  const family = isIPv6(bare) ? "ipv6" : "ipv4";
  return !linkLocal.check(bare, family) && (mayBeLocal() || !loopback.check(bare, family));
}

const refusal = (): DatasourceError =>
  misconfigured("The database's host is at an address that is never connected to.", "address");

/** Resolves a name like Node itself, and refuses it if one of its addresses is. */
const resolveReachable: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    const [first] = found ?? [];
    if (error || !first) return done(error ?? refusal(), "");
    if (!found.every(({ address }) => isReachable(address))) return done(refusal(), "");
    return options.all ? done(null, found) : done(null, first.address, first.family);
  });
};

/** The way to a server: its port, and a name or an address. */
interface Place {
  host: string;
  port: number;
}

/** A socket that is being connected to a database server, or fails with a `DatasourceError` where it may not be. */
export function connectTo({ host, port }: Place): Socket {
  if (isIP(host) !== 0 && !isReachable(host)) return new Socket().destroy(refusal());
  return connect({ host, port, lookup: resolveReachable });
}

/** A socket that is connected like that of `connectTo` once its user says so, or to a socket file of this machine. */
export function connectable(place: Place): Socket {
  const socket = new Socket();
  const plainly = socket.connect.bind(socket);
  const { host, port } = place;
  const connectLater = (given?: unknown): Socket => {
    if (typeof given === "string") return mayBeLocal() ? plainly(given) : socket.destroy(refusal());
    if (isIP(host) !== 0 && !isReachable(host)) return socket.destroy(refusal());
    return plainly({ host, port, lookup: resolveReachable });
  };
  return Object.assign(socket, { connect: connectLater });
}
