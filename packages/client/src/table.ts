import type { RowPage } from "./generated.ts";
import type { Http } from "./http.ts";
import type { CallOptions } from "./options.ts";
import { presigned } from "./presigned.ts";

/** A table that was shown in a chat. */
export interface TableAddress {
  chat_id: string;
  visualization_id: string;
}

/** All rows of a table, page by page as they are read; each reader begins with the first. */
export interface TableRows extends AsyncIterable<string[]> {
  /** The names of the columns, in the order of each row's cells. */
  headers(): Promise<string[]>;
}

/** The whole of a table, of which an answer shows at most 200 rows. */
export interface TableReader {
  /** Throws a `ParleyError` while it is read, a `NotFoundError` for a table that is not the caller's. */
  rows: (table: TableAddress, options?: CallOptions) => TableRows;
  /** The table as a CSV file, its body unread. Throws a `ParleyError`. */
  csv: (table: TableAddress, options?: CallOptions) => Promise<Response>;
}

const pathOf = ({ chat_id, visualization_id }: TableAddress): string =>
  `/v1/chats/${encodeURIComponent(chat_id)}/visualizations/${encodeURIComponent(visualization_id)}/rows`;

export function tableReader(http: Http): TableReader {
  return {
    rows(table, options) {
      const page = async (cursor?: string): Promise<RowPage> => {
        const call = { ...options, operation: "visualization.rows", method: "GET", path: pathOf(table) };
        return (await http.json<RowPage>({ ...call, query: { cursor } })).data;
      };
      return {
        headers: async () => (await page()).headers,
        async *[Symbol.asyncIterator]() {
          for (let cursor: string | null | undefined; cursor !== null;) {
            const { rows, next_cursor } = await page(cursor);
            yield* rows;
            cursor = next_cursor;
          }
        },
      };
    },

    async csv(table, options) {
      const call = { ...options, operation: "visualization.csv", method: "GET", stream: true } as const;
      const path = `${pathOf(table)}.csv`;
      // A large file is in the bucket, which must not see the token.
      const answer = await http.send({ ...call, path, redirect: "manual" });
      if (answer.ok) return answer;
      const address = answer.headers.get("location");
      // Browsers hide where a redirect leads to. They follow it without the token, or ask the bucket first, which refuses one.
      if (address === null) return http.send({ ...call, path });
      await answer.body?.cancel();
      const file = presigned(http, address, { ...call, headers: {} });
      return file.http.send(file.call);
    },
  };
}
