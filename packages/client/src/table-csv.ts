import { ConnectionError } from "./errors.ts";
import type { Http } from "./http.ts";
import { callFor } from "./operations.ts";
import type { Call, CallOptions } from "./options.ts";
import { presigned } from "./presigned.ts";
import type { TableAddress } from "./table.ts";

/**
 * A service that does not know `link` redirects. Browsers hide where that leads to, and follow it without the token. To the bucket they
 * are then pages of no origin, unless the service is of the page's own: a bucket that answers only some origins refuses them.
 */
async function followed(http: Http, call: Call): Promise<Response> {
  try {
    return await http.send(call);
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    throw new ConnectionError("This page may not read the file in the bucket: read the table's rows", { cause: error });
  }
}

/** A table as a CSV file, its body unread. Throws a `ParleyError`. */
export async function tableCsv(http: Http, table: TableAddress, options?: CallOptions): Promise<Response> {
  const call = callFor("visualization.csv", { ...table, link: true }, options);
  // A large file is in the bucket, which must not see the token.
  const answer = await http.send({ ...call, redirect: "manual" });
  const isLink = answer.headers.get("content-type")?.startsWith("application/json");
  if (answer.ok && !isLink) return answer;
  // The contract says what is in it.
  const link = isLink ? ((await answer.json()) as { download_url: string }) : undefined;
  const address = link?.download_url ?? answer.headers.get("location");
  if (address === null) return followed(http, call);
  if (!link) await answer.body?.cancel();
  const file = presigned(http, address, { ...call, headers: {}, query: {} });
  return file.http.send(file.call);
}
