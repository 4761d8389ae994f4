import type { DrivesOf } from "./kit.ts";

const isAdmin = true;

export const agentDrives: Record<string, DrivesOf> = {
  "agent.list_all": ({ request, works, fails }) => [
    works(undefined, { isAdmin }),
    works(undefined, { at: `${request}?limit=1`, isAdmin }),
    fails("INVALID_CURSOR", undefined, { at: `${request}?cursor=x`, isAdmin }),
  ],
  "agent.create": ({ works, fails, overLimit }) => [
    works({ name: "Sales", model_id: "rules", starter_prompts: ["How many?"] }, { isAdmin }),
    fails("MODEL_NOT_FOUND", { name: "Sales", model_id: "x" }, { isAdmin }),
    fails("AGENT_NOT_PUBLISHED", { name: "Sales", is_default: true }, { isAdmin }),
    overLimit("TOO_MANY_AGENTS", () => ({ name: "One of many" })),
  ],
  "agent.update": ({ own, at, request, works, fails, unknown }) => [
    works({ name: "Sales", description: null }, { isAdmin }),
    fails("MODEL_NOT_FOUND", { model_id: "x" }, { isAdmin }),
    fails("AGENT_NOT_PUBLISHED", { is_default: true }, { at: at({ agent_id: own.draft_agent_id }), isAdmin }),
    fails("AGENT_IN_USE", { is_default: false }, { at: request, isAdmin }),
    fails("AGENT_NOT_FOUND", { name: "Sales" }, { at: unknown, isAdmin }),
  ],
  "agent.remove": ({ own, at, works, fails, unknown }) => [
    works(undefined, { at: at({ agent_id: own.draft_agent_id }), isAdmin }),
    fails("AGENT_IN_USE", undefined, { isAdmin }),
    fails("AGENT_NOT_FOUND", undefined, { at: unknown, isAdmin }),
  ],
};
