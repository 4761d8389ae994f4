import { existsSync } from "node:fs";
import { join } from "node:path";

const here = import.meta.dirname;

/** Whether DuckDB has been installed for tests, which `npm run test:engines` does. The processes that read files find it there. */
export const isDuckdbHere = existsSync(join(here, "node_modules/@duckdb/node-api"));
if (isDuckdbHere) process.env["DUCKDB_DIR"] = here;
