import type { Http } from "./http.ts";
import type { Call, Options } from "./options.ts";

/** A call to a presigned address, and what sends it. */
export interface PresignedCall {
  http: Http;
  call: Call;
}

/**
 * A call to the bucket, by an address that is presigned: without the token, which the bucket must not see, and without the
 * client's own headers, which the address does not sign. `fetch` sends it another way.
 */
export function presigned(
  http: Http,
  address: string,
  call: Omit<Call, "path">,
  fetch?: Options["fetch"],
): PresignedCall {
  return {
    http: http.with({ baseUrl: address, headers: {}, ...(fetch && { fetch }) }),
    call: { ...call, path: "", access: "public" },
  };
}
