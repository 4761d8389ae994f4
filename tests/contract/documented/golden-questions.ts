import { randomUUID } from "node:crypto";
import type { DrivesOf, Kit } from "./kit.ts";

const isAdmin = true;

/** A question that the organization's database answers. */
const asked = ({ own: { integration_id } }: Kit, more: object = {}) => ({
  question: "How many regions are there?",
  integration_id,
  sql: "SELECT COUNT(*) FROM regions",
  ...more,
});

/** One more than an organization may keep. */
async function oneTooMany(kit: Kit) {
  const { world, tenant, fresh } = kit.stage;
  const key = { pk: `ORG#${tenant.id}`, sk: "GOLDENS" };
  const count = await world.base.table.get<{ count: number }>(key);
  await world.base.table.put({ ...key, count: 200 });
  const answer = await world.call(kit.request, { token: await fresh(isAdmin), body: asked(kit) });
  await world.base.table.put({ ...key, count: count?.count ?? 0 });
  return answer;
}

export const goldenQuestionDrives: Record<string, DrivesOf> = {
  "question.list": ({ works, fails, request }) => [
    works(undefined, { isAdmin }),
    fails("INVALID_CURSOR", undefined, { at: `${request}?cursor=x`, isAdmin }),
  ],
  "question.create": (kit) => [
    kit.works(asked(kit), { isAdmin }),
    kit.fails("QUESTION_REQUIRED", { sql: "SELECT 1" }, { isAdmin }),
    kit.fails("INTEGRATION_NOT_FOUND", asked(kit, { integration_id: randomUUID() }), { isAdmin }),
    kit.fails("MESSAGE_NOT_FOUND", asked(kit, { message_id: randomUUID() }), { isAdmin }),
    kit.fails("SQL_REJECTED", asked(kit, { sql: "DROP TABLE regions" }), { isAdmin }),
    { code: "GOLDEN_QUESTION_LIMIT", send: () => oneTooMany(kit) },
  ],
  "question.update": ({ works, fails, unknown }) => [
    works({ class: "count" }, { isAdmin }),
    fails("SQL_REJECTED", { sql: "SELECT {{region}}" }, { isAdmin }),
    fails("GOLDEN_QUESTION_NOT_FOUND", { class: "count" }, { at: unknown, isAdmin }),
  ],
  "question.remove": ({ works, fails, unknown }) => [
    works(undefined, { isAdmin }),
    fails("GOLDEN_QUESTION_NOT_FOUND", undefined, { at: unknown, isAdmin }),
  ],
};
