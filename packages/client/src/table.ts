import type { Http } from "./http.ts";
import { loaded } from "./loaded.ts";
import type { Methods } from "./operations.ts";
import type { CallOptions } from "./options.ts";

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

/** Makes what reads tables; what gets files is loaded when the first one is asked for. */
export function tableReader(http: Http, { rows: pagesOf }: Methods["visualization"]): TableReader {
  return {
    rows: (table, options) => ({
      headers: async () => (await pagesOf(table, options)).data.headers,
      [Symbol.asyncIterator]: () => pagesOf(table, options)[Symbol.asyncIterator](),
    }),
    csv: async (table, options) => (await loaded(import("./table-csv.ts"))).tableCsv(http, table, options),
  };
}
