import { randomUUID } from "node:crypto";
import type { ConsumptionLimits } from "@parley/contract/limits";
import { issueToken } from "@parley/core/auth/token";
import { accountKey } from "@parley/core/ledger/account";
import { dayOf } from "@parley/core/ledger/day";
import type { Consumption } from "@parley/core/ledger/meter";
import * as Organization from "@parley/core/ledger/organization";
import type { Answerer } from "@parley/core/answer/answer";
import { afterAll, beforeAll, expect } from "vitest";
import type { Answer } from "../support/api.ts";
import {
  type Furniture,
  furnish,
  newChat,
  type Person,
  scriptedAnswer,
  startWorld,
  type World,
} from "../support/world/world.ts";
import { openSocket } from "../support/world/socket.ts";

/** What a message says that its turn uses, and whether it then goes on until it is stopped. */
interface Use extends Partial<Consumption> {
  stays?: boolean;
}
export const using = (use: Use): string => JSON.stringify(use);

/** Uses what the message says, and reports each use. */
const consuming: Answerer = async function* (question, tools) {
  const { stays, ...use }: Use = question.message.startsWith("{") ? JSON.parse(question.message) : {};
  tools.meter.add(use);
  yield { type: "progress", status: "thinking" };
  if (stays) await tools.clock.sleep(1e8, tools.signal);
  return yield* scriptedAnswer(question, tools);
};

/** The contract's 429: its body, its header, and nothing else. */
export function expectRefused(answer: Answer): number {
  expect(answer.status).toBe(429);
  const seconds = answer.body.retry_after_seconds;
  expect(answer.body).toEqual({ code: "RATE_LIMIT", retry_after_seconds: expect.any(Number) });
  expect(Number.isInteger(seconds) && seconds > 0).toBe(true);
  expect(answer.headers["retry-after"]).toBe(String(seconds));
  return seconds;
}

/** What the member's ledger says of today. */
async function figuresOf(world: World, person: Person) {
  const item = await world.base.table.get<Record<string, unknown>>(accountKey(person.id), { consistent: true });
  const day = dayOf(world.clock.now());
  const of = (kind: string) => Number(item?.[`${kind}_${day}`] ?? 0);
  return {
    model_calls: of("model_calls"),
    tokens: of("tokens"),
    microdollars: of("microdollars"),
    sql_ms: of("sql_ms"),
    upload_bytes: of("upload_bytes"),
    held: [...((item?.["streams"] as Set<string>) ?? []), ...((item?.["queued"] as Set<string>) ?? [])].length,
  };
}

/** Who asks, and where. */
interface Place {
  furniture: Furniture;
  person: Person;
  chat: string;
}

/** A world whose answers use what their questions say, and how its members ask. */
export function useConsumption() {
  let world: World;
  beforeAll(async () => {
    // A deployment that has a model, at real speed: what is asked within a minute is within a minute.
    world = await startWorld({ answer: consuming, speed: 1, modelBaseUrl: "http://127.0.0.1:9" });
  });
  afterAll(() => world.stop());

  const tokenOf = async (person: Person) => (await issueToken(world.base, person.ctx.actor)).token;

  return {
    get world() {
      return world;
    },
    tokenOf,

    /** An organization with these limits, a member of it and a chat. */
    furnished: async (limits: Partial<ConsumptionLimits> = {}) => {
      const tenant = await world.newTenant();
      const furniture = await furnish(world, tenant);
      await Organization.setLimits(tenant.ctx, limits);
      const chat = await newChat(world, tenant.member);
      return { tenant, furniture, chat, person: tenant.member };
    },

    /** The member's submission budget is full again. */
    aMinuteLater: () => world.clock.advance(61_000),
    untilMidnight: () => 86_400 - ((world.clock.now() / 1000) % 86_400),

    durable: async ({ furniture, person, chat }: Place, message: string, id = randomUUID()): Promise<Answer> => {
      const token = await tokenOf(person);
      const at = `POST /v1/agents/${furniture.agent_id}/chats/${chat}/turns`;
      return world.call(at, { token, body: { client_request_id: id, message } });
    },
    stream: async ({ person, chat }: Place, message: string): Promise<Answer> =>
      world.call("POST /v1/chats", { token: await tokenOf(person), body: { chat_id: chat, message } }),

    connected: async (person: Person) => {
      const socket = await openSocket(world, await tokenOf(person));
      await world.settle();
      socket.frames();
      return socket;
    },

    lastQuestion: async ({ person, chat }: Place): Promise<{ id: string }> => {
      const { body } = await world.call(`GET /v1/chats/${chat}`, { token: await tokenOf(person) });
      return body.messages.findLast(({ type }: { type: string }) => type === "user");
    },
    figures: (person: Person) => figuresOf(world, person),
  };
}
