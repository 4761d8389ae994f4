import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { TestContext } from "node:test";
import { beginConsole } from "@parley/local/console/console";
import type { DemoPeople } from "@parley/local/console/demo-people";
import type { BrowserContextOptions, Page } from "playwright-core";
import { startService } from "../support/service.ts";
import type { Person, Tenant } from "../support/tenant.ts";
import { startChromium } from "./chromium.ts";

/** Whose session a page has, and what it shows. */
export interface PageOptions {
  /** Who is signed in; nobody by default. */
  person?: Person;
  /** Below `/app/`. */
  path?: string;
  /** What the browser itself may complain of, if the test is about that. */
  expects?: RegExp;
  context?: BrowserContextOptions;
}

/** A page without a session asks for one and is told 401, which browsers write down as an error. */
const notSignedIn = /the server responded with a status of 401/;

/** Collects what a page complains of: errors, violations of its policy, unhandled rejections. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  return complaints;
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
        };
        return beginConsole({ say: () => undefined, complain }).front(cloud, people);
      },
    }),
  ]);
  const { baseUrl } = service.cloud;
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

  /** The cookie of a new session. Sign-ins of an address are counted; here each has an address of its own. */
  async function sessionCookie(person: Person) {
    const { apiKey, body } = await proofOf(person);
    const { code } = await Code.create(service.environment, { api_key: apiKey, ...body });
    const { cookie } = await Session.create(service.environment, { code, address: randomUUID() });
    return { name: "parley", value: cookie.value, domain: new URL(baseUrl).hostname, path: "/v1/sessions" };
  }

  return {
    browser,
    service,
    baseUrl,

    /** Lets anybody be a member of this organization, as the demo's are at `npm start`. */
    async offer({ id, apiKey: api_key }: Tenant, name: string): Promise<void> {
      const { demoPeople } = await import("@parley/local/console/demo-people");
      offered = demoPeople(service.environment, [{ id, name, api_key }], baseUrl);
    },

    /** A link that signs a person in, as `POST /v1/session-codes` gives it; `path` is below `/app`. */
    async linkFor(person: Person, path?: string): Promise<string> {
      const { apiKey, body } = await proofOf(person);
      const request = { headers: { "x-api-key": apiKey }, body: { ...body, ...(path !== undefined && { path }) } };
      const reply = await service.call("POST /v1/session-codes", request);
      assert.equal(reply.status, 200);
      return (reply.body as { url: string }).url;
    },

    /** Opens a page in a context of its own. When the test ends it must have had no complaint but what it expects. */
    async openPage(t: TestContext, { person, path = "", expects, context }: PageOptions = {}): Promise<Page> {
      const own = await browser.newContext(context);
      if (person) await own.addCookies([{ ...(await sessionCookie(person)), httpOnly: true, sameSite: "Strict" }]);
      const page = await own.newPage();
      const complaints = complaintsOf(page);
      t.after(async () => {
        await own.close();
        const expected = [...(person ? [] : [notSignedIn]), ...(expects ? [expects] : [])];
        const unexpected = complaints.filter((complaint) => !expected.some((pattern) => pattern.test(complaint)));
        assert.deepEqual(unexpected, []);
      });
      await page.goto(`${baseUrl}/app/${path}`);
      return page;
    },

    async stop(): Promise<void> {
      await browser.close();
      await service.stop();
    },
  };
}
