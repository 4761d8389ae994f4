/**
 * The client as it is published, in a page of Chromium without a bundler, whose policy lets it reach the
 * service and nothing else, and whose origin the service allows by its own setting.
 */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type * as Client from "@parley/client";
import type { Options, UploadProgress } from "@parley/client";
import { keepRows } from "@parley/core/visualization/kept-rows";
import type { Page } from "playwright-core";
import { publish } from "../client-package/published.ts";
import { startCuttingProxy } from "../client/support/cutting-proxy.ts";
import { textOf } from "../client/support/scripts.ts";
import { startTestService } from "../client/support/service.ts";
import { startModelServer } from "../support/model-server.ts";
import { startService } from "../support/service.ts";
import { startChromium } from "./chromium.ts";
import { startPageServer } from "./page-server.ts";

declare global {
  /** In the page. */
  var client: typeof Client;
}

const MB = 1024 * 1024;

// The services' logs would say of each fault that it was one.
process.env["LOG_LEVEL"] = "error";

const browser = await startChromium();
const published = await publish();
const pages = await startPageServer(published.dist);
const scripted = await startTestService({ corsOrigins: [pages.origin] });
const proxy = await startCuttingProxy(scripted.baseUrl);
const organization = await scripted.newOrganization();
const model = await startModelServer(() => [{ text: "An answer " }, { text: "by socket." }]);
const whole = await startService({ CORS_ORIGINS: pages.origin, MODEL_BASE_URL: model.url, MODEL_ID: "scripted" });
const { cloud } = whole;
const tenant = await whole.newOrganization();

interface PageOptions {
  origin?: string;
  /** Where it may connect to. */
  connect?: string[];
  /** What the browser itself complains of, if the test is about that. */
  expects?: RegExp;
}

/** A new page. When the test ends it must have had no complaint but what it expects: no violation, error or unhandled rejection. */
async function newPage(t: TestContext, options: PageOptions = {}): Promise<Page> {
  const { origin = pages.origin, connect = [proxy.baseUrl], expects } = options;
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => complaints.push(message.text()));
  t.after(async () => {
    await context.close();
    const unexpected = complaints.filter((complaint) => !expects?.test(complaint));
    assert.deepEqual(unexpected, []);
    if (expects) assert.notEqual(complaints.length, 0, "the page has not complained");
  });
  await page.goto(origin + pages.pathFor(...connect));
  return page;
}

/** A new person, with a chat, who asks through the proxy. */
async function newPerson() {
  proxy.plan(() => ({}));
  const { token } = await organization.add();
  const { call } = scripted.world;
  const { id: chat_id }: { id: string } = (await call("POST /v1/chats/create", { token, body: {} })).body;
  return {
    chat_id,
    settings: { baseUrl: proxy.baseUrl, token } satisfies Options,
    /** What the chat has kept. */
    kept: async () => (await call(`GET /v1/chats/${chat_id}?limit=200`, { token })).body.messages,
  };
}

await test("an ask in a page gives the service's text and tables", async (t) => {
  const page = await newPage(t);
  const { chat_id, settings, kept } = await newPerson();
  const seen = await page.evaluate(
    async ([options, chatId]) => {
      const turn = client.createParley(options).ask({ chat_id: chatId, message: "table" });
      let text = "";
      for await (const { event, data } of turn) if (event === "text_delta") text += data.content;
      return { text, id: (await turn.answer()).id, tables: turn.visualizations };
    },
    [settings, chat_id] as const,
  );
  const answer = (await kept()).at(-1);
  assert.deepEqual(seen, { text: textOf("table"), id: answer.id, tables: answer.metadata.visualizations });
  // The browser asked whether it may.
  assert.ok(proxy.exchanges.some(({ request }) => request === "OPTIONS /v1/chats"));
});

await test("a page of an origin that the service does not allow gets nothing", async (t) => {
  const page = await newPage(t, { origin: pages.otherOrigin, expects: /CORS policy|net::ERR_FAILED/ });
  const { chat_id, settings } = await newPerson();
  const failure = page.evaluate(
    async ([options, chatId]) => {
      await client.createParley({ ...options, retries: 0 }).chat.get({ chat_id: chatId });
    },
    [settings, chat_id] as const,
  );
  await assert.rejects(failure, /ConnectionError/);
});

await test("what a page's policy does not allow is a complaint of the page", async (t) => {
  const page = await newPage(t, { connect: ["'none'"], expects: /Content Security Policy/ });
  const { chat_id, settings } = await newPerson();
  const failure = page.evaluate(
    async ([options, chatId]) => {
      await client.createParley({ ...options, retries: 0 }).chat.get({ chat_id: chatId });
    },
    [settings, chat_id] as const,
  );
  await assert.rejects(failure, /ConnectionError/);
  assert.deepEqual(proxy.exchanges, []);
});

for (const via of ["stream", "turn"] as const) {
  const isStream = (request: string) =>
    via === "stream" ? request === "POST /v1/chats" : /^GET .*\/events$/.test(request);
  await test(`an answer by ${via} that is cut anywhere is the uncut one, asked once`, async (t) => {
    const page = await newPage(t, { expects: /^Failed to load resource: net::ERR_/ });
    /** The answer as the page and as the service have it, and the bytes that its first stream sent. */
    const ask = async (cut?: number) => {
      const { chat_id, settings, kept } = await newPerson();
      let streams = 0;
      proxy.plan((request) => (cut !== undefined && isStream(request) && streams++ === 0 ? { cut } : {}));
      const seen = await page.evaluate(
        async ([options, chatId, route]) => {
          const turn = client.createParley(options).ask({ chat_id: chatId, message: "table" }, { via: route });
          const { id, content } = await turn.answer();
          return { id, content, text: turn.text, tables: turn.visualizations };
        },
        [settings, chat_id, via] as const,
      );
      const { sent } = proxy.exchanges.find(({ request }) => isStream(request)) ?? { sent: 0 };
      return { ...seen, messages: await kept(), sent };
    };
    const uncut = await ask();
    assert.equal(uncut.text, textOf("table"));
    for (const part of [0, 0.2, 0.4, 0.6, 0.8, 0.95]) {
      const cut = Math.floor(uncut.sent * part);
      const { id, content, text, tables, messages, sent } = await ask(cut);
      assert.equal(sent, cut);
      const questions = messages.filter(({ role }: { role: string }) => role === "user");
      const answer = messages.at(-1);
      assert.equal(questions.length, 1);
      assert.deepEqual([text, content, answer.content], [uncut.text, uncut.text, uncut.text]);
      assert.deepEqual([id, tables], [answer.id, answer.metadata.visualizations]);
      assert.equal(tables.length, uncut.tables.length);
    }
  });
}

await test("Stop ends an answer, whose text so far is kept", async (t) => {
  const page = await newPage(t);
  const { chat_id, settings, kept } = await newPerson();
  const stopped = await page.evaluate(
    async ([options, chatId]) => {
      const stop = new AbortController();
      const turn = client.createParley(options).ask({ chat_id: chatId, message: "long" }, { signal: stop.signal });
      turn.on("text_delta", () => stop.abort());
      try {
        return `${(await turn.answer()).content}, unstopped`;
      } catch (error) {
        return error instanceof client.TurnCancelled ? error.partial : String(error);
      }
    },
    [settings, chat_id] as const,
  );
  const answer = (await kept()).at(-1);
  assert.deepEqual([answer.content, answer.metadata.partial], [stopped, true]);
  assert.ok(stopped !== "" && stopped.length < textOf("long").length && textOf("long").startsWith(stopped));
});

await test("a token that is refused is asked for again, once", async (t) => {
  const page = await newPage(t, { expects: /status of 401/ });
  const { chat_id, settings } = await newPerson();
  const seen = await page.evaluate(
    async ([options, chatId]) => {
      const reasons: string[] = [];
      const token = ({ reason }: { reason: string }) => {
        reasons.push(reason);
        return reason === "first" ? `${options.token}x` : options.token;
      };
      const turn = client.createParley({ ...options, token }).ask({ chat_id: chatId, message: "text" });
      return { text: (await turn.answer()).content, reasons };
    },
    [settings, chat_id] as const,
  );
  assert.deepEqual(seen, { text: textOf("text"), reasons: ["first", "rejected"] });
});

await test("a page that goes offline is reconnecting, and has the same answer once it is online", async (t) => {
  const page = await newPage(t, { expects: /^Failed to load resource: net::ERR_|status of 404/ });
  const { chat_id, settings, kept } = await newPerson();
  // What reads a refusal is the part that is needed offline, too: it is loaded before.
  await page.evaluate(
    (options) =>
      client
        .createParley(options)
        .chat.get({ chat_id: "nowhere" })
        .catch(() => {}),
    settings,
  );
  // The switch leaves a stream that runs as it is: what the network does to it, the proxy does.
  proxy.plan((request) => (request === "POST /v1/chats" ? { stall: { at: 600, ms: 500 }, cut: 601 } : {}));
  const turn = await page.evaluateHandle(
    async ([options, chatId]) => {
      // Waits are long: only the browser's word that it is online ends them.
      Math.random = () => 1_000;
      const asked = client.createParley(options).ask({ chat_id: chatId, message: "long" });
      for await (const { event } of asked) if (event === "text_delta") break;
      return asked;
    },
    [settings, chat_id] as const,
  );
  await page.context().setOffline(true);
  await turn.evaluate(async (asked) => {
    if (asked.status !== "reconnecting")
      await new Promise<void>((resolve) => asked.on("status", (status) => status === "reconnecting" && resolve()));
  });
  await assert.rejects(
    page.evaluate((address) => fetch(address), settings.baseUrl),
    /Failed to fetch/,
  );
  await page.context().setOffline(false);
  const answer = await turn.evaluate(async (asked) => (await asked.answer()).content);
  assert.deepEqual([answer, (await kept()).at(-1).content], [textOf("long"), textOf("long")]);
});

await test("a client whose first call fails offline has every part of it once it is online", async (t) => {
  const page = await newPage(t, { expects: /^Failed to load resource: net::ERR_|status of 404/ });
  const { chat_id, settings, kept } = await newPerson();
  const parley = await page.evaluateHandle((options) => client.createParley({ ...options, retries: 0 }), settings);
  await page.context().setOffline(true);
  await assert.rejects(
    parley.evaluate((own) => own.chat.list()),
    /ConnectionError/,
  );
  await page.context().setOffline(false);
  const refused = await parley.evaluate((own) => own.chat.get({ chat_id: "nowhere" }).catch((error) => error.code));
  assert.equal(refused, "CHAT_NOT_FOUND");
  proxy.plan((request) => (request === "POST /v1/chats" ? { cut: 700 } : {}));
  const answer = await parley.evaluate(
    async (own, chatId) => (await own.ask({ chat_id: chatId, message: "table" }).answer()).content,
    chat_id,
  );
  assert.deepEqual([answer, (await kept()).at(-1).content], [textOf("table"), textOf("table")]);
});

await test("a failure is told from its answer, also where the browser still takes itself for offline", async (t) => {
  const page = await newPage(t, { expects: /status of 404/ });
  const { settings } = await newPerson();
  const refused = await page.evaluate((options) => {
    Object.defineProperty(navigator, "onLine", { value: false });
    return client
      .createParley(options)
      .chat.get({ chat_id: "nowhere" })
      .catch((error) => error.code);
  }, settings);
  assert.equal(refused, "CHAT_NOT_FOUND");
});

await test("a table's rows are read page by page, and its file is the bucket's", async (t) => {
  const page = await newPage(t, { connect: [cloud.baseUrl, cloud.endpoints.s3] });
  /** The origins that the bucket was asked by: a page that was redirected has none, which a bucket of its own settings refuses. */
  const origins: Promise<string | null>[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(cloud.endpoints.s3)) origins.push(request.headerValue("origin"));
  });
  const { token } = await tenant.add();
  const { id: chat_id } = (await whole.call("POST /v1/chats/create", { token, body: {} })).body;
  const rows = Array.from({ length: 1000 }, (_, id) => [id, "x".repeat(7_000)]);
  const table = { chat_id, visualization_id: whole.environment.ids.next() };
  await keepRows(
    whole.environment.files,
    chat_id,
    { id: table.visualization_id, type: "table", headers: ["id", "text"], rows: [] },
    rows,
  );
  const seen = await page.evaluate(
    async ([options, address]) => {
      const parley = client.createParley(options);
      const ids: string[] = [];
      for await (const [id = ""] of parley.table.rows(address)) ids.push(id);
      return { ids, csv: (await (await parley.table.csv(address)).text()).length };
    },
    [{ baseUrl: cloud.baseUrl, token }, table] as const,
  );
  assert.deepEqual(
    seen.ids,
    rows.map(([id]) => `${id}`),
  );
  assert.ok(seen.csv > 7 * MB - MB / 2, `${seen.csv} characters`);
  assert.deepEqual(await Promise.all(origins), [pages.origin]);
});

await test("a file over 4 MB goes straight to the bucket, and its progress is real", async (t) => {
  const page = await newPage(t, { connect: [cloud.baseUrl, cloud.endpoints.s3] });
  const network = await page.context().newCDPSession(page);
  const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 4 * MB };
  await network.send("Network.emulateNetworkConditions", conditions);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT") sent.push(request.resourceType());
  });
  const { token } = await tenant.add();
  const { upload, progress } = await page.evaluate(
    async ([options, bytes]) => {
      const seen: UploadProgress[] = [];
      const file = new File([`a\n${"1".repeat(bytes - 2)}`], "large.csv", { type: "text/csv" });
      const onProgress = (now: UploadProgress) => void seen.push(now);
      return { upload: await client.createParley(options).upload(file, { onProgress }), progress: seen };
    },
    [{ baseUrl: cloud.baseUrl, token }, 5 * MB] as const,
  );
  assert.deepEqual([upload.status, sent], ["ready", ["xhr"]]);
  assert.equal((await (await fetch(upload.download_url ?? "")).text()).length, 5 * MB);
  const done = progress.map(({ sent: bytes }) => bytes);
  assert.deepEqual(
    done,
    done.toSorted((a, b) => a - b),
  );
  assert.deepEqual([done[0], done.at(-1)], [0, 5 * MB]);
  assert.ok(done.filter((bytes) => bytes > 0 && bytes < 5 * MB).length > 1, `progress was ${done.join()}`);
});

await test("a socket carries an ask", async (t) => {
  const page = await newPage(t, { connect: [cloud.baseUrl, cloud.wsUrl] });
  const frames: string[] = [];
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => frames.push(JSON.parse(String(payload)).action)),
  );
  const { token } = await tenant.add();
  const text = await page.evaluate(
    async (options) => {
      const parley = client.createParley(options);
      const socket = await parley.connect();
      const { content } = await parley.ask({ message: "How many?" }).answer();
      socket.close();
      return content;
    },
    { baseUrl: cloud.baseUrl, token },
  );
  assert.equal(text, "An answer by socket.");
  assert.deepEqual(frames, ["authenticate", "send_message"]);
});

await test("what is for servers throws where a page imports it", async (t) => {
  const page = await newPage(t);
  await assert.rejects(
    page.evaluate(async () => void (await import("@parley/client/server"))),
    /@parley\/client\/server is for backends/,
  );
});

await browser.close();
await Promise.all([pages.stop(), proxy.stop(), scripted.stop(), whole.stop(), model.close()]);
published.remove();
