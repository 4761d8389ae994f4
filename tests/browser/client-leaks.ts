import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type * as Client from "@parley/client";
import type { CDPSession, Page } from "playwright-core";
import { publish } from "../client-package/published.ts";
import { startCuttingProxy } from "../client/support/cutting-proxy.ts";
import { startTestService } from "../client/support/service.ts";
import { startModelServer } from "../support/model-server.ts";
import { startService } from "../support/service.ts";
import { startChromium } from "./chromium.ts";
import { startPageServer } from "./page-server.ts";

declare global {
  /** In the page. */
  var client: typeof Client;
  /** Timers of the page that are still to come. */
  var pendingTimers: Set<unknown>;
  /** The callers' signals, which outlive their asks. */
  var callersSignals: AbortSignal[];
}

/** A person asks this many questions, which are no more than a minute's budget. */
const QUESTIONS_EACH = 3;
/** Asks over sockets, each on one of its own. */
const SOCKETS = 10;
/** Connections that Chromium keeps to a service for the next request. */
const KEPT_CONNECTIONS = 6;

/** Lets the page count its timers. */
function countTimers(): void {
  const pending = new Set<unknown>();
  globalThis.pendingTimers = pending;
  const { setTimeout: later, clearTimeout: forget, setInterval: often, clearInterval: forgetOften } = globalThis;
  Object.assign(globalThis, {
    setTimeout(work: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) {
      const timer: unknown = later(() => {
        pending.delete(timer);
        work(...given);
      }, ms);
      pending.add(timer);
      return timer;
    },
    setInterval(work: () => void, ms?: number) {
      const timer = often(work, ms);
      pending.add(timer);
      return timer;
    },
    clearTimeout(timer?: number) {
      pending.delete(timer);
      forget(timer);
    },
    clearInterval(timer?: number) {
      pending.delete(timer);
      forgetOften(timer);
    },
  });
}

/** Asks `count` questions in the page, every second one aborted: before it is sent, before it is accepted, or at its first words. */
const askInPage = (page: Page, settings: { baseUrl: string; tokens: string[]; count: number }): Promise<number> =>
  page.evaluate(async ({ baseUrl, tokens, count }) => {
    let next = 0;
    let ended = 0;
    const askOne = async (number: number) => {
      const stop = new AbortController();
      callersSignals.push(stop.signal);
      const parley = client.createParley({ baseUrl, token: tokens[number % tokens.length] ?? "", retries: 20 });
      const via = number % 3 === 0 ? "turn" : "stream";
      const onAbort = number % 5 === 0 ? "detach" : "cancel";
      const turn = parley.ask({ message: "table" }, { signal: stop.signal, via, onAbort });
      if (number % 8 === 1) stop.abort();
      else if (number % 8 === 3) setTimeout(() => stop.abort(), number % 40);
      else if (number % 2 === 1) turn.on("text_delta", () => stop.abort());
      for await (const _event of turn);
      await turn.answer().catch(() => undefined);
      ended += 1;
    };
    const worker = async () => {
      while (next < count) await askOne(next++);
    };
    await Promise.all(Array.from({ length: 6 }, worker));
    return ended;
  }, settings);

/** Asks once over a socket for each token, every second one aborted, and closes the sockets. */
const askBySockets = (page: Page, settings: { baseUrl: string; tokens: string[] }): Promise<number> =>
  page.evaluate(async ({ baseUrl, tokens }) => {
    let ended = 0;
    for (const [number, token] of tokens.entries()) {
      const stop = new AbortController();
      callersSignals.push(stop.signal);
      const parley = client.createParley({ baseUrl, token });
      const socket = await parley.connect({ heartbeat: true });
      const turn = parley.ask({ message: "How many?" }, { signal: stop.signal, via: "socket" });
      if (number % 2 === 1) turn.on("chat_metadata", () => stop.abort());
      await turn.answer().catch(() => undefined);
      socket.close();
      ended += 1;
    }
    return ended;
  }, settings);

/** Listeners that are alive in the page. */
async function listenersOf(session: CDPSession): Promise<number> {
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "JSEventListeners")?.value ?? Number.NaN;
}

/** What a page has open: requests, sockets. */
function watchNetwork(page: Page) {
  const requests = new Set<unknown>();
  const sockets = new Set<unknown>();
  page.on("request", (request) => requests.add(request));
  for (const end of ["requestfinished", "requestfailed"] as const)
    page.on(end as "requestfinished", (request) => requests.delete(request));
  page.on("websocket", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  return { requests, sockets };
}

/** Resolves once `isTrue` holds; what it says is looked at a few times a second, as no event tells it. */
async function until(isTrue: () => boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = setInterval(() => {
    if (isTrue()) resolve();
  }, 100);
  await promise;
  clearInterval(look);
}

/** What the asks need: a browser, a page's server, services behind a proxy that counts, and people. `stop` ends all of it. */
async function startScene(count: number) {
  const [browser, published] = await Promise.all([startChromium(), publish()]);
  const pages = await startPageServer(published.dist);
  const scripted = await startTestService({ corsOrigins: [pages.origin] });
  const model = await startModelServer(() => [{ text: "An answer " }, { text: "by socket." }]);
  const whole = await startService({ CORS_ORIGINS: pages.origin, MODEL_BASE_URL: model.url, MODEL_ID: "scripted" });
  const proxy = await startCuttingProxy(scripted.baseUrl);
  const [organization, tenant] = await Promise.all([scripted.newOrganization(), whole.newOrganization()]);
  const tokensOf = async (people: Promise<{ token: string }>[]) =>
    (await Promise.all(people)).map(({ token }) => token);
  return {
    browser,
    pages,
    proxy,
    cloud: whole.cloud,
    tokens: await tokensOf(Array.from({ length: Math.ceil(count / QUESTIONS_EACH) }, () => organization.add())),
    socketTokens: await tokensOf(Array.from({ length: SOCKETS }, () => tenant.add())),
    async stop() {
      await browser.close();
      await Promise.all([pages.stop(), proxy.stop(), scripted.stop(), whole.stop(), model.close()]);
      published.remove();
    },
  };
}

/**
 * Asks `count` questions in a page of Chromium, half of them aborted, and some over sockets, and throws unless nothing is left: no request,
 * socket, timer or listener. The callers' signals are still there, so that what listens to them would be.
 */
export async function asksLeaveNothing(t: TestContext, count: number): Promise<void> {
  process.env["LOG_LEVEL"] = "error";
  const scene = await startScene(count);
  t.after(() => scene.stop());
  const { browser, pages, proxy, cloud, tokens, socketTokens } = scene;
  const page = await (await browser.newContext()).newPage();
  await page.addInitScript(countTimers);
  await page.addInitScript(() => void (globalThis.callersSignals = []));
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const { requests, sockets } = watchNetwork(page);
  await page.goto(pages.origin + pages.pathFor(proxy.baseUrl, cloud.baseUrl, cloud.wsUrl));
  await page.waitForFunction(() => "client" in globalThis);
  const before = await listenersOf(session);

  assert.equal(await askInPage(page, { baseUrl: proxy.baseUrl, tokens, count }), count);
  assert.equal(await askBySockets(page, { baseUrl: cloud.baseUrl, tokens: socketTokens }), SOCKETS);
  await until(() => requests.size + sockets.size === 0);
  assert.equal(await page.evaluate(() => pendingTimers.size), 0, "timers are left");
  assert.equal(await page.evaluate(() => callersSignals.length), count + SOCKETS);
  assert.equal((await listenersOf(session)) - before, 0, "listeners are left");
  assert.ok((await proxy.connections()) <= KEPT_CONNECTIONS, "connections are left");
}
