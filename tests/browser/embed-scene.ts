import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { TestContext } from "node:test";
import { transformSync } from "esbuild";
import type { BrowserContextOptions, Page } from "playwright-core";
import { startChatScene } from "./chat-scene.ts";
import { type HostPage, startHost } from "./host-server.ts";

/** What has not come after this time (ms) does not come. */
const WAIT_MS = 12_000;

/** Runs in each page before anything of its own. */
const pageScript = transformSync(readFileSync(path.join(import.meta.dirname, "embed-page/page.ts"), "utf8"), {
  loader: "ts",
}).code;

interface OpenOptions {
  context?: BrowserContextOptions;
  /** What the page may complain of, if the test is about that. */
  expects?: RegExp;
}

/** The service with a shop to ask, and pages of other origins with `<parley-chat>` in them. */
export async function startEmbedScene() {
  const scene = await startChatScene();
  const host = await startHost(scene.baseUrl, scene.tenant.member.token);

  /** Opens a page of a product whose member is a new one. When the test ends it must have had no complaint. */
  async function openAt(t: TestContext, address: string, { context, expects }: OpenOptions = {}) {
    const own = await scene.browser.newContext(context);
    const opened = await own.newPage();
    opened.setDefaultTimeout(WAIT_MS);
    const complaints: string[] = [];
    opened.on("pageerror", (error) => complaints.push(String(error)));
    opened.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(message.text());
    });
    t.after(async () => {
      await own.close();
      assert.deepEqual(
        complaints.filter((complaint) => !expects?.test(complaint)),
        [],
      );
    });
    const person = await scene.tenant.add();
    let asked = 0;
    await opened.exposeFunction("memberToken", () => {
      asked += 1;
      return person.token;
    });
    await opened.addInitScript(`{${pageScript}}`);
    await opened.goto(address);
    return { page: opened, person, complaints, tokensAsked: () => asked };
  }

  return {
    ...scene,
    host,
    openAt,
    /** Opens a page of the host, into which the element comes from the service. */
    openHost: (t: TestContext, { context, expects, ...page }: OpenOptions & HostPage = {}) =>
      openAt(t, host.pageFor(page), { ...(context && { context }), ...(expects && { expects }) }),
    async stop(): Promise<void> {
      await host.stop();
      await scene.stop();
    },
  };
}

/** Waits until the element has said an event, and returns its detail. */
export const heardOf = <Detail>(page: Page, name: string): Promise<Detail> =>
  page.evaluate<Detail>(`host.heardOf(${JSON.stringify(name)})`);

/** Asks by the element's method and waits for the answer. */
export async function askElement(page: Page, question: string): Promise<void> {
  await page.evaluate(`host.find().ask(${JSON.stringify(question)})`);
  await heardOf(page, "answer");
}
