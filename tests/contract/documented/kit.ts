import { randomUUID } from "node:crypto";
import type { ErrorCode } from "@parley/contract/errors";
import type { Operation } from "@parley/contract/operation";
import type { Answer } from "../../support/api.ts";
import { newChat, type Tenant } from "../../support/world/world.ts";
import type { Properties, Stage } from "./stage.ts";

/** A request, and the failure it is answered with; without a code, any documented status will do. */
export interface Drive {
  code?: ErrorCode;
  send: () => Promise<Answer>;
}

/** What makes each documented answer of an operation. */
export type DrivesOf = (kit: Kit) => Drive[];

/** What the drives of an operation are made with. */
export type Kit = ReturnType<typeof kitOf>;

interface PostOptions {
  /** Instead of the operation's own request. */
  at?: string;
  isAdmin?: boolean;
}

/** The operation's path with what is known put in; the rest is ids that nothing has. */
export const addressOf = (operation: Operation, known: Partial<Record<string, string>>): string =>
  operation.path.replace(/\{(\w+)\}/g, (_segment, field: string) => known[field] ?? randomUUID());

/** Sends until one is refused for being too many. */
export async function untilLimited(send: () => Promise<Answer>): Promise<Answer> {
  for (let sent = 0; sent < 70; sent++) {
    const answer = await send();
    if (answer.status === 429) return answer;
  }
  throw new Error("nothing was refused");
}

/** Makes drives of one operation. */
export function kitOf(stage: Stage, { own, admins }: Properties, operation: Operation) {
  const { world, tenant, fresh } = stage;
  const at = (known: Partial<Record<string, string>>) => `${operation.method} ${addressOf(operation, known)}`;
  const request = at({ ...own, message_id: own.answer_id });

  const post = (body?: unknown, { at: path = request, isAdmin = false }: PostOptions = {}) => ({
    send: async () => world.call(path, { token: await fresh(isAdmin), ...(body !== undefined && { body }) }),
  });

  return {
    stage,
    operation,
    own,
    admins,
    at,
    /** The operation on what the member has. */
    request,
    /** The operation on what does not exist. */
    unknown: at(operation.id.startsWith("turn.") ? { agent_id: own.agent_id } : {}),

    works: (body?: unknown, options?: PostOptions): Drive => post(body, options),
    fails: (code: ErrorCode, body?: unknown, options?: PostOptions): Drive => ({ code, ...post(body, options) }),

    inNewChat: (code: ErrorCode | undefined, send: (chat_id: string, token: string) => Promise<Answer>): Drive => ({
      ...(code && { code }),
      async send() {
        const chat_id = await newChat(world, tenant.member);
        const answer = await send(chat_id, await world.refreshed(tenant.member));
        await world.settle();
        return answer;
      },
    }),

    /** With one token, until its budget is spent. */
    overBudget: (send: (token: string) => Promise<Answer>, isAdmin = false): Drive => ({
      code: "RATE_LIMIT",
      async send() {
        const token = await fresh(isAdmin);
        return untilLimited(() => send(token));
      },
    }),

    /** Creates until there are too many, in an organization of its own. */
    overLimit: (code: ErrorCode, bodyFor: (of: Tenant) => object): Drive => ({
      code,
      async send() {
        const crowd = await world.newTenant();
        for (let made = 0; made < 105; made++) {
          const answer = await world.call(request, {
            token: crowd.admin.token,
            body: { content: `Number ${made}`, ...bodyFor(crowd) },
          });
          if (answer.status === 400) return answer;
        }
        throw new Error("there is no limit");
      },
    }),
  };
}
