import { type Asker, createAsker } from "@parley/client/ask";
import { createHttp } from "@parley/client/http";
import type { Options } from "@parley/client/options";
import type { AskEvent, Turn } from "@parley/client/turn";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Person } from "../../support/tenant.ts";
import { type CuttingProxy, startCuttingProxy } from "./cutting-proxy.ts";
import { startTestService, type TestService } from "./service.ts";

/** What the tests of a file share, and what each finds new: a person, whose client asks through the proxy. */
export function useClient() {
  let service: TestService;
  let proxy: CuttingProxy;
  let organization: Awaited<ReturnType<TestService["newOrganization"]>>;
  let person: Person;
  beforeAll(async () => {
    service = await startTestService();
    [proxy, organization] = await Promise.all([startCuttingProxy(service.baseUrl), service.newOrganization()]);
  });
  afterAll(async () => {
    await proxy.stop();
    await service.stop();
  });
  beforeEach(async () => {
    person = await organization.add();
    proxy.plan(() => ({}));
  });
  return {
    get service() {
      return service;
    },
    get proxy() {
      return proxy;
    },
    get organization() {
      return organization;
    },
    get person() {
      return person;
    },
    /** A new client of the person's. */
    client: (options: Partial<Options> = {}): Asker =>
      createAsker({ http: createHttp({ baseUrl: proxy.baseUrl, token: person.token, ...options }) }),
    /** The requests that went through the proxy, as `POST /v1/chats`, with ids left out. */
    requests: () => proxy.exchanges.map(({ request }) => request.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "…")),
    /** A chat of the person's as the service has it. */
    chatOf: async (id: string | null) =>
      (await service.world.call(`GET /v1/chats/${id}?limit=200`, { token: person.token })).body,
  };
}

/** What a reader of a turn gets, in order. */
export async function eventsOf(turn: AsyncIterable<AskEvent>): Promise<AskEvent[]> {
  const events: AskEvent[] = [];
  for await (const event of turn) events.push(event);
  return events;
}

export const namesOf = (events: readonly AskEvent[]): string[] => events.map(({ event }) => event);

/** The first event of this name. */
export async function once(turn: Turn, name: AskEvent["event"]): Promise<AskEvent> {
  for await (const event of turn) if (event.event === name) return event;
  throw new Error(`the turn had no ${name}`);
}
