import type { DrivesOf } from "./kit.ts";

const isAdmin = true;

export const savedQueryDrives: Record<string, DrivesOf> = {
  "query.create": ({ works, fails }) => [
    works({ title: "T", prompt: "P", sql: "SELECT 1" }, { isAdmin }),
    fails("INVALID_SAVED_QUERY", { title: "T", prompt: "P", sql: "DROP TABLE x" }, { isAdmin }),
  ],
  "query.update": ({ works, fails, unknown }) => [
    works({ title: "T" }, { isAdmin }),
    fails("INVALID_SAVED_QUERY", { sql: "DROP TABLE x" }, { isAdmin }),
    fails("SAVED_QUERY_NOT_FOUND", { title: "T" }, { at: unknown, isAdmin }),
  ],
};
