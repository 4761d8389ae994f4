import { randomUUID } from "node:crypto";
import type { ErrorCode } from "@parley/contract/errors";
import { type DrivesOf, type Kit, untilLimited } from "./kit.ts";

const isAdmin = true;
const content = { title: "Regions", prompt: "Regions", sql: "DELETE FROM regions" };

const create = "POST /v1/admin/evaluations";

/** A new token, once nothing runs: an empty list is taken for a request that names nothing, too. */
async function freeToken({ stage: { world, tenant } }: Kit): Promise<string> {
  const token = await world.refreshed(tenant.admin);
  const { body } = await world.call("GET /v1/admin/evaluations?limit=200", { token });
  for (const { id } of body.evaluations) await world.call(`${create}/${id}/cancel`, { token });
  return token;
}

/** Asks for an evaluation, which is cancelled again, and returns the answer. */
async function asked(kit: Kit, isKept = false) {
  const { world } = kit.stage;
  const token = await (isKept ? freeToken(kit) : world.refreshed(kit.stage.tenant.admin));
  const answer = await world.call(create, { token, body: { model: "rules" } });
  const cancel = () => world.call(`${create}/${answer.body.id}/cancel`, { token });
  if (answer.status < 300 && !isKept) await cancel();
  return { answer, cancel };
}

/** Asks for an evaluation while another one runs. */
async function askedTwice(kit: Kit) {
  const first = await asked(kit, true);
  const { answer } = await asked(kit);
  await first.cancel();
  return answer;
}

/** Asks for one after another, each of which is cancelled, with one token. */
async function askedTooOften(kit: Kit) {
  const { world } = kit.stage;
  const token = await freeToken(kit);
  return untilLimited(async () => {
    const answer = await world.call(create, { token, body: {} });
    if (answer.status < 300) await world.call(`${create}/${answer.body.id}/cancel`, { token });
    return answer;
  });
}

/** What cannot be rehearsed, by why. */
const refused = ({ own: { integration_id } }: Kit): [ErrorCode, object][] => {
  const id = randomUUID();
  const metric = { kind: "metric", name: "revenue" };
  return [
    ["NO_GOLDEN_QUESTIONS", { question_ids: [] }],
    ["GOLDEN_QUESTION_NOT_FOUND", { question_ids: [id] }],
    ["MODEL_NOT_FOUND", { model: "unknown" }],
    ["AGENT_NOT_FOUND", { agent_id: id }],
    ["DRAFT_REQUIRED", { draft: { rule: { content: null } } }],
    ["RULE_NOT_FOUND", { draft: { rule: { id, content: null } } }],
    ["MEMBER_NOT_FOUND", { draft: { memory: { member_id: id, content: "I look after the north." } } }],
    ["MEMORY_NOT_FOUND", { draft: { memory: { id, content: null } } }],
    ["SAVED_QUERY_NOT_FOUND", { draft: { query: { id, content: null } } }],
    ["INVALID_SAVED_QUERY", { draft: { query: { content } } }],
    ["INTEGRATION_NOT_FOUND", { draft: { definition: { integration_id: id, content: metric } } }],
    ["DEFINITION_NOT_FOUND", { draft: { definition: { integration_id, id, content: null } } }],
    ["INVALID_DEFINITION", { draft: { definition: { integration_id, content: metric } } }],
  ];
};

/** Waits, more often at once than a member may, for an evaluation that runs. */
async function waitedTooOften(kit: Kit) {
  const { world, fresh } = kit.stage;
  const { answer, cancel } = await asked(kit, true);
  const token = await fresh(isAdmin);
  const waiting = Array.from({ length: 31 }, () =>
    world.call(`GET /v1/admin/evaluations/${answer.body.id}?wait=20`, { token }),
  );
  const first = await Promise.any(
    waiting.map(async (one) => ((await one).status === 429 ? one : Promise.reject(new Error("not refused")))),
  );
  await cancel();
  await Promise.all(waiting);
  return first;
}

export const evaluationDrives: Record<string, DrivesOf> = {
  "evaluation.list": ({ works, fails, request }) => [
    works(undefined, { isAdmin }),
    fails("INVALID_CURSOR", undefined, { at: `${request}?cursor=x`, isAdmin }),
  ],
  "evaluation.create": (kit) => [
    {
      async send() {
        const { answer, cancel } = await asked(kit, true);
        await cancel();
        return answer;
      },
    },
    ...refused(kit).map(([code, body]) => kit.fails(code, body, { isAdmin })),
    { code: "EVALUATION_RUNNING", send: () => askedTwice(kit) },
    { code: "RATE_LIMIT", send: () => askedTooOften(kit) },
  ],
  "evaluation.get": (kit) => [
    kit.works(undefined, { isAdmin }),
    kit.fails("EVALUATION_NOT_FOUND", undefined, { at: kit.unknown, isAdmin }),
    { code: "RATE_LIMIT", send: () => waitedTooOften(kit) },
  ],
  "evaluation.cancel": ({ works, fails, unknown }) => [
    works(undefined, { isAdmin }),
    fails("EVALUATION_NOT_FOUND", undefined, { at: unknown, isAdmin }),
  ],
  "evaluation.cases": ({ works, fails, unknown, request }) => [
    works(undefined, { isAdmin }),
    fails("EVALUATION_NOT_FOUND", undefined, { at: unknown, isAdmin }),
    fails("INVALID_CURSOR", undefined, { at: `${request}?cursor=x`, isAdmin }),
  ],
};
