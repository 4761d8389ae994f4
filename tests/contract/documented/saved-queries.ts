import { type DrivesOf, type Drive, type Kit } from "./kit.ts";

const isAdmin = true;

/** A query of about 60 KB as it is answered, where each quote is written as four bytes. */
const large = { title: "T", prompt: '"'.repeat(8_000), keywords: Array.from({ length: 50 }, () => '"'.repeat(100)) };

/** Saves large queries in an organization of its own until no more fit, or makes one of its queries too large. */
const tooMany = ({ stage: { world } }: Kit, isUpdate: boolean): Drive => ({
  code: "TOO_MANY_SAVED_QUERIES",
  async send() {
    const { token } = (await world.newTenant()).admin;
    const small = await world.call("POST /v1/queries", { token, body: { title: "T", prompt: "P" } });
    for (let saved = 0; saved < 105; saved++) {
      const answer = await world.call("POST /v1/queries", { token, body: large });
      if (answer.status !== 400) continue;
      return isUpdate ? world.call(`PATCH /v1/queries/${small.body.id}`, { token, body: large }) : answer;
    }
    throw new Error("there is no limit");
  },
});

export const savedQueryDrives: Record<string, DrivesOf> = {
  "query.list": ({ request, works, fails }) => [
    works(),
    fails("INVALID_CURSOR", undefined, { at: `${request}?cursor=x` }),
  ],
  "query.create": (kit) => [
    kit.works({ title: "T", prompt: "P", sql: "SELECT 1" }, { isAdmin }),
    kit.fails("INVALID_SAVED_QUERY", { title: "T", prompt: "P", sql: "DROP TABLE x" }, { isAdmin }),
    kit.works(
      { title: "T", prompt: "P", sql: "SELECT name FROM regions", integration_id: kit.own.integration_id },
      { isAdmin },
    ),
    kit.fails("INTEGRATION_NOT_FOUND", { title: "T", prompt: "P", integration_id: "x" }, { isAdmin }),
    tooMany(kit, false),
  ],
  "query.update": (kit) => [
    kit.works({ title: "T" }, { isAdmin }),
    kit.fails("INVALID_SAVED_QUERY", { sql: "DROP TABLE x" }, { isAdmin }),
    kit.fails("INTEGRATION_NOT_FOUND", { integration_id: "x" }, { isAdmin }),
    kit.fails("SAVED_QUERY_NOT_FOUND", { title: "T" }, { at: kit.unknown, isAdmin }),
    tooMany(kit, true),
  ],
};
