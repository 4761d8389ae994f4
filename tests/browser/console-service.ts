import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { TestContext } from "node:test";
import { beginConsole } from "@parley/local/console/console";
import type { DemoPeople } from "@parley/local/console/demo-people";
import type { BrowserContextOptions, Page } from "playwright-core";
import { type Service, startService } from "../support/service.ts";
import type { Person, Tenant } from "../support/tenant.ts";
import { startChromium } from "./chromium.ts";
import { complaintsOf } from "./complaints.ts";

/** Whose session a page has, and what it shows. */
export interface PageOptions {
  /** Who is signed in; nobody by default. */
  person?: Person;
  /** Below `/app/`. */
  path?: string;
  /** Where the browser reaches the service: its own address, or that of a proxy before it. */
  origin?: string;
  /** What the browser itself may complain of, if the test is about that. */
  expects?: RegExp;
  context?: BrowserContextOptions;
}

/** How people sign in to a service. */
async function sessionsOf({ environment, cloud: { baseUrl } }: Service) {
  // The service's modules read their environment when they are imported.
  const [ApiKey, Code, Session, { userKey }] = await Promise.all([
    import("@parley/core/organization/api-key"),
    import("@parley/core/session/code"),
    import("@parley/core/session/session"),
    import("@parley/core/member/member"),
  ]);

  /** Who a product's backend, or an operator, asks a link for. */
  async function proofOf({ id, email, ctx }: Person) {
    const { key: apiKey } = await ApiKey.create(ctx, "browser");
    return { apiKey, body: { email, user_key: await userKey(ctx, id) } };
  }

  /** What a browser keeps of a new session. Sign-ins of an address are counted; here each has an address of its own. */
  async function stateOfSession(
    person: Person,
    origin = baseUrl,
  ): Promise<NonNullable<BrowserContextOptions["storageState"]>> {
    const { apiKey, body } = await proofOf(person);
    const { code } = await Code.create(environment, { api_key: apiKey, ...body });
    const { cookie } = await Session.create(environment, { code, address: randomUUID() });
    const place = { domain: new URL(baseUrl).hostname, path: "/v1/sessions", expires: -1 };
    const flags = { httpOnly: true, secure: false, sameSite: "Strict" as const };
    return {
      cookies: [{ name: "parley", value: cookie.value, ...place, ...flags }],
      origins: [{ origin, localStorage: [{ name: "parley.session", value: "begun" }] }],
    };
  }

  return { proofOf, stateOfSession };
}

/**
 * The whole service with the console in front of it, as `npm start` serves it, on a free port and with organizations of the
 * test's own, and a Chromium. `settings` are a deployment's.
 */
export async function startConsole(settings: NodeJS.ProcessEnv = {}) {
  let offered: DemoPeople | undefined;
  const [browser, service] = await Promise.all([
    startChromium(),
    startService(settings, {
      front: (cloud) => {
        const complain = (line: string): never => assert.fail(line);
        const people: DemoPeople = {
          list: async () => (await offered?.list()) ?? [],
          codeFor: async (id) => offered?.codeFor(id),
          token: async () => offered?.token(),
        };
        return beginConsole({ say: () => undefined, complain }).front(cloud, people);
      },
    }),
  ]);
  const { baseUrl } = service.cloud;
  const sessions = await sessionsOf(service);

  return {
    browser,
    service,
    baseUrl,

    stateOfSession: sessions.stateOfSession,

    /** Lets anybody be a member of this organization, as the demo's are at `npm start`. */
    async offer({ id, apiKey: api_key }: Tenant, name: string): Promise<void> {
      const { demoPeople } = await import("@parley/local/console/demo-people");
      offered = demoPeople(service.environment, [{ id, name, api_key }], baseUrl);
    },

    /** A link that signs a person in, as `POST /v1/session-codes` gives it; `path` is below `/app`. */
    async linkFor(person: Person, path?: string): Promise<string> {
      const { apiKey, body } = await sessions.proofOf(person);
      const request = { headers: { "x-api-key": apiKey }, body: { ...body, ...(path !== undefined && { path }) } };
      const reply = await service.call("POST /v1/session-codes", request);
      assert.equal(reply.status, 200);
      return (reply.body as { url: string }).url;
    },

    /** Opens a page in a context of its own. When the test ends it must have had no complaint but what it expects. */
    async openPage(t: TestContext, options: PageOptions = {}): Promise<Page> {
      const { person, path = "", origin = baseUrl, expects, context } = options;
      const storageState = person && (await sessions.stateOfSession(person, origin));
      const own = await browser.newContext({ ...context, ...(storageState && { storageState }) });
      const page = await own.newPage();
      const complaints = complaintsOf(page);
      t.after(async () => {
        await own.close();
        const unexpected = complaints.filter((complaint) => !expects?.test(complaint));
        assert.deepEqual(unexpected, []);
      });
      await page.goto(`${origin}/app/${path}`);
      return page;
    },

    async stop(): Promise<void> {
      await browser.close();
      await service.stop();
    },
  };
}
