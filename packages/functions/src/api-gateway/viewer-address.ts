import { isIPv6 } from "node:net";
import type { HttpRequest } from "../http/http-message.ts";

/** The header in which the edge says whom it has a request from. Clients cannot: the edge and the adapter replace it. */
export const viewerAddressHeader = "x-viewer-address";

/** Where a request's client is, as the edge saw it, or without an edge the gateway. */
export const viewerAddress = (request: HttpRequest): string => request.headers.get(viewerAddressHeader) ?? "";

const GROUPS = 8;
const NETWORK_GROUPS = 4;

/**
 * The address as one whom attempts are counted for: an IPv6 address as its network of 64 bits, of which one client has all
 * addresses.
 */
export function networkOf(address: string): string {
  const [plain = ""] = address.split("%");
  if (!isIPv6(plain)) return address;
  // As an address's host it is in its one canonical form (RFC 5952).
  const canonical = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [start = [], end = []] = canonical.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array.from({ length: GROUPS - start.length - end.length }, () => "0");
  return `${[...start, ...zeros, ...end].slice(0, NETWORK_GROUPS).join(":")}::/64`;
}
