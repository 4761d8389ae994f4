import { randomUUID } from "node:crypto";
import type { DrivesOf } from "./kit.ts";

export const chatDrives: Record<string, DrivesOf> = {
  "chat.create": ({ works, fails }) => [
    works({ title: "T" }),
    fails("AGENT_NOT_FOUND", { agent_id: randomUUID() }),
    fails("INTEGRATION_NOT_FOUND", { integration_id: randomUUID() }),
  ],
  "chat.list": ({ works, fails, request }) => [
    works(),
    fails("INVALID_CURSOR", undefined, { at: `${request}?cursor=x` }),
  ],
  "chat.get": ({ works, fails, request, unknown }) => [
    works(),
    fails("INVALID_CURSOR", undefined, { at: `${request}?before=x` }),
    fails("CHAT_NOT_FOUND", undefined, { at: unknown }),
  ],
  "chat.update": ({ works, fails, unknown }) => [
    works({ title: "T" }),
    fails("CHAT_NOT_FOUND", { title: "T" }, { at: unknown }),
  ],
  "visualization.rows": ({ works, fails, own, at, request, unknown }) => [
    works(),
    fails("INVALID_CURSOR", undefined, { at: `${request}?cursor=x` }),
    fails("CHAT_NOT_FOUND", undefined, { at: unknown }),
    fails("VISUALIZATION_NOT_FOUND", undefined, { at: at({ chat_id: own.chat_id }) }),
  ],
  "visualization.csv": ({ works, fails, own, at, unknown }) => [
    works(),
    fails("CHAT_NOT_FOUND", undefined, { at: unknown }),
    fails("VISUALIZATION_NOT_FOUND", undefined, { at: at({ chat_id: own.chat_id }) }),
  ],
};
