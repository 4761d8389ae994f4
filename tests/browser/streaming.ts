/** The console's chat on a page of its own, whose answers come by each way that the client knows, through proxies that spoil it. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestContext } from "node:test";
import type { Page } from "playwright-core";
import { type Fault, startCuttingProxy } from "../client/support/cutting-proxy.ts";
import { startTcpProxy } from "../client/support/tcp-proxy.ts";
import { type ModelRequest, type Reply, textOf } from "../support/model-server.ts";
import { buildPage } from "./build-page.ts";
import { answered, ask, newest, startChatScene } from "./chat-scene.ts";
import { complaintsOf } from "./complaints.ts";
import { serveFolder } from "./folder-server.ts";

/** What has not come after this time (ms) does not come. */
const WAIT_MS = 20_000;
/** Between two pieces of an answer (ms). */
const PIECE_MS = 4;

/** Rules answer this at once, with a chart, its table and its SQL. */
export const CHARTED = "Total amount by region";
/** The model answers this piece by piece. */
export const WRITTEN = "Tell me about regions";
/** The model begins to answer this, and goes on when it is let. */
export const HELD = "Tell me slowly";
export const BEGINNING = "This is the beginning.";
export const END = "That is the end.";

/** All that Markdown has. */
const markdown = `## Regions

There are **three**, of which *North* has \`most\`:

1. North
2. South
   - with a list
   - in it

| region | amount |
| --- | ---: |
| North | 12.5 |
| South | 7.0 |

\`\`\`sql
SELECT region, SUM(total_amount) FROM orders GROUP BY region
\`\`\`

> Umlauts, too: Köln, Zürich, 東京 🙂

[More](https://example.com/regions) and the end.`;

/** What is drawn last of an answer: how it was read comes with its end, the colours of SQL when there is nothing else to do. */
const LAST_DRAWN = { [CHARTED]: ".remark-reading", [WRITTEN]: "pre code [data-kind='keyword'] >> nth=-1" } as const;
type Drawn = keyof typeof LAST_DRAWN;

/** The ways that a question may take. */
export type Way = "stream" | "turn" | "socket";

/** A model that writes piece by piece, and holds back the ends of some answers until it is let go on with them. */
function heldModel() {
  const held: (() => void)[] = [];
  async function say({ body }: ModelRequest): Promise<Reply> {
    const question = textOf(body.messages.findLast(({ role }) => role === "user"));
    if (!body.stream) return [{ text: "Regions" }];
    if (question.includes(WRITTEN))
      return [...markdown.matchAll(/[^]{1,7}/g)].map(([text]) => ({ text, after: PIECE_MS }));
    if (!question.includes(HELD)) return [{ text: "A short answer." }];
    const { promise, resolve } = Promise.withResolvers<void>();
    held.push(resolve);
    return [{ text: `${BEGINNING} ` }, { wait: promise }, { text: END }];
  }
  const letGoOn = () => {
    for (const goOn of held.splice(0)) goOn();
  };
  return { say, letGoOn };
}

/** Ids that are made while something is drawn, by their order on the page: how many were made before depends on what came when. */
function inOrder(html: string): string {
  const seen: string[] = [];
  return html.replaceAll(/\bP\d+-\d+\b/g, (id) => {
    if (!seen.includes(id)) seen.push(id);
    return `P${seen.indexOf(id)}`;
  });
}

/** What is drawn of the newest answer once it is whole, but for what is another one each time: ids, and how long a query took. */
async function drawnIn(page: Page): Promise<string[]> {
  await answered(page);
  await newest(page).getByRole("button", { name: "Wrong answer" }).waitFor();
  const html = await newest(page).evaluate((article) => String(Reflect.get(article, "outerHTML")));
  const same = html.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "ID").replaceAll(/\b[\d.]+ ms\b/g, "MS");
  return inOrder(same).split(/(?=<)/);
}

/** The service with a shop to ask, the proxies in front of it, and the page. */
export async function startStreaming() {
  const { say, letGoOn } = heldModel();
  const scene = await startChatScene({ say });
  const cutting = await startCuttingProxy(scene.baseUrl);
  const tcp = await startTcpProxy(scene.baseUrl);
  const behind = await startTcpProxy(cutting.baseUrl);
  const folder = await mkdtemp(path.join(tmpdir(), "parley-chat-page-"));
  await buildPage("chat-page", folder);
  const own = `default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src data:`;
  const sockets = tcp.baseUrl.replace("http:", "ws:");
  const policy = `${own}; connect-src ${cutting.baseUrl} ${tcp.baseUrl} ${sockets}; require-trusted-types-for 'script'`;
  const site = await serveFolder(folder, { "content-security-policy": policy });

  /** Opens the page for a new member, whose questions go this way. */
  async function openPage(t: TestContext, via: Way, expects: RegExp) {
    const context = await scene.browser.newContext({ locale: "en-GB" });
    const page = await context.newPage();
    page.setDefaultTimeout(WAIT_MS);
    const complaints = complaintsOf(page);
    t.after(async () => {
      await context.close();
      const unexpected = complaints.filter((complaint) => !expects.test(complaint));
      assert.deepEqual(unexpected, []);
    });
    const { token } = await scene.tenant.add();
    await page.exposeFunction("memberToken", () => token);
    // Waits are of random lengths from nothing on: here they are short.
    await page.addInitScript("{ const { random } = Math; Math.random = () => random() * 0.02; }");
    const service = via === "socket" ? tcp.baseUrl : cutting.baseUrl;
    const query = new URLSearchParams({ via, service, model: "scripted" });
    const open = async (model: string) => {
      query.set("model", model);
      await page.goto(`${site.origin}/?${query.toString()}`);
    };
    return { page, token, open };
  }

  /** The messages of a member's only chat. */
  async function keptOf(token: string) {
    const { chats } = (await scene.service.call("GET /v1/chats", { token })).body;
    assert.equal(chats.length, 1);
    return (await scene.service.call(`GET /v1/chats/${chats[0].id}?limit=50`, { token })).body.messages;
  }

  return {
    ...scene,
    /** Before the service: it spoils answers by HTTP. */
    cutting,
    /** Before the service: its connections are cut, sockets, too. */
    tcp,
    /** Before `cutting`: its connections are cut. */
    behind,
    openPage,
    keptOf,
    drawnIn,
    letGoOn,
    async stop() {
      await scene.stop();
      await Promise.all([behind.stop(), cutting.stop(), tcp.stop(), site.stop()]);
      await rm(folder, { recursive: true });
    },
  };
}

export type Streaming = Awaited<ReturnType<typeof startStreaming>>;

/** Whether a request is the stream of an answer that takes this way. */
const isStream = (via: Way, request: string): boolean =>
  via === "stream" ? request === "POST /v1/chats" : /^GET .*\/events$/.test(request);

/** What is drawn of an answer whose first stream meets a fault, which was asked once; and the bytes of that stream. */
async function drawnWith(
  t: TestContext,
  streaming: Streaming,
  { via, question, fault }: { via: Way; question: Drawn; fault: Fault },
): Promise<{ drawn: string[]; sent: number }> {
  const { cutting, keptOf } = streaming;
  let streams = 0;
  cutting.plan((request) => (isStream(via, request) && streams++ === 0 ? fault : {}));
  const { page, token, open } = await streaming.openPage(t, via, /^Failed to load resource: net::ERR_/);
  await open(question === CHARTED ? "rules" : "scripted");
  await ask(page, question);
  await newest(page).locator(LAST_DRAWN[question]).waitFor();
  const drawn = await streaming.drawnIn(page);
  const messages = await keptOf(token);
  assert.equal(messages.filter(({ type }: { type: string }) => type === "user").length, 1);
  assert.equal(await page.getByRole("article").count(), 1);
  await page.context().close();
  return { drawn, sent: cutting.exchanges.find(({ request }) => isStream(via, request))?.sent ?? 0 };
}

/** What becomes of a stream of so many bytes. */
export type Spoiling = (bytes: number) => Fault;

export const cutAfter =
  (part: number): Spoiling =>
  (bytes) => ({ cut: Math.floor(bytes * part) });
export const stalledThenCut: Spoiling = (bytes) => ({
  stall: { at: Math.floor(bytes / 2), ms: 300 },
  cut: Math.floor(bytes / 2) + 1,
});
export const inBytes: Spoiling = () => ({ pieces: "bytes" });
export const atOnce: Spoiling = () => ({ pieces: "whole" });

/** An answer whose stream is spoilt in each of these ways is drawn as the whole one. */
export async function drawsTheSame(
  t: TestContext,
  streaming: Streaming,
  { via, question }: { via: Way; question: Drawn },
  spoilings: readonly Spoiling[],
): Promise<void> {
  const whole = await drawnWith(t, streaming, { via, question, fault: {} });
  assert.match(whole.drawn.join(""), question === CHARTED ? /data-mark/ : /東京 🙂/);
  for (const spoiling of spoilings) {
    const fault = spoiling(whole.sent);
    const { drawn } = await drawnWith(t, streaming, { via, question, fault });
    assert.deepEqual(drawn, whole.drawn, JSON.stringify(fault));
  }
}
