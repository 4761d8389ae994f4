import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { AwsClient } from "../aws/library.ts";

/** A whole number of more digits than a double holds. A quote within a text of JSON has a backslash before it: this is none. */
const LONG_WHOLE_NUMBER = /"longValue"\s*:\s*(-?\d{16,})/g;

/** Has a client keep all digits of whole numbers: of those that no number holds, it reads a text. */
export function keepWholeNumbers(client: AwsClient): void {
  client.middlewareStack.add(
    (next) => async (given) => {
      const answered = await next(given);
      const response = answered.response as { body?: Readable };
      if (response.body === undefined) return answered;
      const body = (await text(response.body)).replaceAll(LONG_WHOLE_NUMBER, '"stringValue":"$1"');
      return { ...answered, response: Object.assign(response, { body: Buffer.from(body) }) };
    },
    { step: "deserialize", priority: "low" },
  );
}
