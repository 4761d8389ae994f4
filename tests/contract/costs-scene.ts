import { randomUUID } from "node:crypto";
import { issueToken } from "@parley/core/auth/token";
import { afterAll, beforeAll, expect } from "vitest";
import type { CallOptions } from "../support/api.ts";
import { type CallCount, type CallCounter, countCalls } from "../support/count-calls.ts";
import {
  type Belongings,
  belongings,
  type Furniture,
  furnish,
  putRegions,
  startWorld,
  type Tenant,
  type World,
} from "../support/world/world.ts";

export const message = () => ({ client_request_id: randomUUID(), message: "Which regions are there?" });

/**
 * What the files of costs share: a world whose calls are counted, an organization and a member with belongings. With an address of
 * a model turns reserve all that they may use.
 */
export function useCosts({ modelBaseUrl }: { modelBaseUrl?: string } = {}) {
  let world: World;
  let counter: CallCounter;
  let tenant: Tenant;
  let furniture: Furniture;
  let own: Belongings;

  /** Counts the calls of the other services like those of the table. */
  function count<Service extends object>(service: Service, prefix: string): void {
    for (const [name, method] of Object.entries(service)) {
      // Addresses are signed without a call.
      if (typeof method !== "function" || name.startsWith("presign")) continue;
      Reflect.set(service, name, (...args: unknown[]) => counter.counted(`${prefix}.${name}`, () => method(...args)));
    }
  }

  beforeAll(async () => {
    // Slow time: on a busy machine a turn would look for its cancellation, and its log would be written in two batches.
    world = await startWorld({ speed: 0.2, modelBaseUrl });
    counter = countCalls(world.table);
    count(world.base.files, "files");
    count(world.base.queue, "queue");
    count(world.base.worker, "worker");
    count(world.base.frames, "frames");
    await putRegions(world);
    tenant = await world.newTenant();
    furniture = await furnish(world, tenant);
    own = await belongings(world, tenant.member, furniture);
  });
  afterAll(() => world.stop());

  const costOf = async (request: string, options: CallOptions = {}, status = 200): Promise<CallCount> => {
    // A member this environment has not seen for a while, of an organization that it has.
    const token = await world.refreshed(tenant.member);
    const somebody = await issueToken(world.base, tenant.other.ctx.actor);
    expect((await world.call("GET /v1/models", { token: somebody.token })).status).toBe(200);
    return counter.during(async () => expect((await world.call(request, { token, ...options })).status).toBe(status));
  };

  return {
    get world() {
      return world;
    },
    get counter() {
      return counter;
    },
    get tenant() {
      return tenant;
    },
    get furniture() {
      return furniture;
    },
    get own() {
      return own;
    },
    costOf,
    turnsOf: (chatId: string) => `POST /v1/agents/${own.agent_id}/chats/${chatId}/turns`,
    /** A question of some length, to a database: its turn is still written as one KB. */
    question: () => ({
      ...message(),
      message:
        "How did the revenue of our five largest customers develop over the last four quarters, by region and product?",
      integration_id: own.integration_id,
    }),
  };
}
