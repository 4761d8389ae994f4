import type { Http } from "./http.ts";
import { callFor } from "./operations.ts";
import type { CallOptions } from "./options.ts";
import { presigned } from "./presigned.ts";
import type { TableAddress } from "./table.ts";

/** A table as a CSV file, its body unread. Throws a `ParleyError`. */
export async function tableCsv(http: Http, table: TableAddress, options?: CallOptions): Promise<Response> {
  const call = callFor("visualization.csv", table, options);
  // A large file is in the bucket, which must not see the token.
  const answer = await http.send({ ...call, redirect: "manual" });
  if (answer.ok) return answer;
  const address = answer.headers.get("location");
  // Browsers hide where a redirect leads to. They follow it without the token, or ask the bucket first, which refuses one.
  if (address === null) return http.send(call);
  await answer.body?.cancel();
  const file = presigned(http, address, { ...call, headers: {} });
  return file.http.send(file.call);
}
