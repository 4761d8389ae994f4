/**
 * `npm run bench:browser`: how fast the console is in Chromium, beside the targets of docs/targets.md: what is drawn first on this machine
 * and on a slow phone (slow 4G, CPU ÷ 4), frames while an answer streams into 50 and 500 turns, sorting 10,000 rows, memory, and how
 * far anything moves while an answer grows. Printed, never asserted: on a busy machine times say nothing.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pageHeaders } from "@parley/console/headers.ts";
import type { CDPSession, Page } from "playwright-core";
import { percentile as quantile } from "../bench/load/figures.ts";
import { type ModelRequest, type Reply, textOf } from "../support/model-server.ts";
import type { Person } from "../support/tenant.ts";
import { buildPage } from "./build-page.ts";
import { answered, ask, startChatScene } from "./chat-scene.ts";
import { fillWithTurns } from "./many-turns.ts";
import { serveFolder } from "./folder-server.ts";

/** Slow 4G as Lighthouse has it: bytes a second, and milliseconds there and back. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: 96_000 };
const SLOW_CPU = 4;
const RUNS = 3;
const TURNS = [50, 500];
/** An answer of so many pieces, each after a pause (ms). */
const PIECES = 250;
const PIECE_MS = 20;
const MEGABYTE = 1024 * 1024;

const scene = await startChatScene({ say: script });
const folder = await mkdtemp(path.join(tmpdir(), "parley-bench-"));

/** What the model says: a long answer, as models write. */
async function script({ body }: ModelRequest): Promise<Reply> {
  const question = textOf(body.messages.findLast(({ role }) => role === "user"));
  if (!question.includes("long")) return [{ text: "A short answer." }];
  return Array.from({ length: PIECES }, (_, at) => ({
    text: at % 40 === 39 ? "\n\n" : `**word** ${at} `,
    after: PIECE_MS,
  }));
}

function print(name: string, value: number, unit: string, target?: number): void {
  const digits = value < 1 ? 3 : value < 20 ? 1 : 0;
  const aim = target === undefined ? "" : `target ${target} ${unit}${value > target ? "  over" : ""}`;
  process.stdout.write(`${name.padEnd(58)} ${`${value.toFixed(digits)} ${unit}`.padStart(10)}   ${aim}\n`);
}

const median = (values: readonly number[]): number => quantile(values, 0.5);

const OBSERVED = `globalThis.seen = { lcp: 0, shifts: 0, events: [] };
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) seen.lcp = entry.startTime; }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.shifts += entry.value; }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) seen.events.push(entry.duration); }).observe({ type: "event", buffered: true, durationThreshold: 16 });`;

/** Opens a page that is observed from its first byte on; `slow` as on a phone far away. */
async function openObserved(person: Person, address: string, { isSlow = false } = {}) {
  const storageState = await scene.stateOfSession(person);
  const context = await scene.browser.newContext({
    storageState,
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
  });
  const page = await context.newPage();
  await page.addInitScript(OBSERVED);
  const session = await context.newCDPSession(page);
  if (isSlow) await slowDown(session);
  await page.goto(`${scene.baseUrl}/app/${address}`);
  return { page, session, close: () => context.close() };
}

async function slowDown(session: CDPSession): Promise<void> {
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", SLOW_4G);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOW_CPU });
}

const seen = <Value>(page: Page, what: string): Promise<Value> => page.evaluate<Value>(`seen.${what}`);

/** When the largest of what a page shows first is drawn: the median of some runs, in ms. */
async function largestPaint(person: Person, address: string, isSlow: boolean, settledOn: string): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const { page, close } = await openObserved(person, address, { isSlow });
    await page.locator(settledOn).first().waitFor({ timeout: 60_000 });
    await page.waitForLoadState("networkidle");
    times.push(await seen<number>(page, "lcp"));
    await close();
  }
  return median(times);
}

/**
 * Asks, and returns the times (ms) between frames until the answer is whole. The page does both, and looks at its newest turn alone: to
 * search a chat of 500 turns takes longer than a frame.
 */
const FRAMES = `new Promise((done) => {
  const pressed = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
  document.querySelector(".composer-text").dispatchEvent(pressed);
  const log = document.querySelector(".log");
  const times = [];
  let last = performance.now();
  let hasBegun = false;
  const next = (now) => {
    const isRunning = log.lastElementChild.lastElementChild.ariaBusy === "true";
    if (hasBegun) times.push(now - last);
    hasBegun ||= isRunning;
    last = now;
    if (isRunning || !hasBegun) requestAnimationFrame(next); else done(times);
  };
  requestAnimationFrame(next);
})`;

async function streamInto(person: Person, turns: number): Promise<void> {
  const chatId = await fillWithTurns(person.ctx, scene.tenant.agentId, turns);
  const { page, session, close } = await openObserved(person, `chats/${chatId}`);
  const articles = page.locator("article.turn");
  await articles.first().waitFor();
  while ((await articles.count()) < turns) {
    const before = await articles.count();
    await page.locator(".older button").click();
    await articles.nth(before).waitFor();
  }
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  print(`heap of a chat of ${turns} turns`, usedSize / MEGABYTE, "MB", 120);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOW_CPU });
  await page.locator(".composer-text").fill("A long answer, please");
  const frames = await page.evaluate<number[]>(FRAMES);
  print(`frame while streaming into ${turns} turns, CPU ÷ 4, median`, median(frames), "ms");
  print(`frame while streaming into ${turns} turns, CPU ÷ 4, p95`, quantile(frames, 0.95), "ms", turns > 50 ? 34 : 20);
  await close();
}

/** How long clicks and keys take to be seen in a chat of so many turns that is left and entered again. */
async function useChat(person: Person, turns: number): Promise<void> {
  const chatId = await fillWithTurns(person.ctx, scene.tenant.agentId, turns);
  const { page, session, close } = await openObserved(person, `chats/${chatId}`);
  await page.locator('.log[aria-busy="false"]').waitFor();
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOW_CPU });
  const worst = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    await page.evaluate("seen.events.length = 0");
    await work();
    await page.waitForTimeout(500);
    print(
      `INP, ${name}, ${turns} turns, CPU ÷ ${SLOW_CPU}`,
      Math.max(0, ...(await seen<number[]>(page, "events"))),
      "ms",
      200,
    );
  };
  await worst("writing a question", () =>
    page.locator(".composer-text").pressSequentially("How many orders?", { delay: 60 }),
  );
  await worst("opening the workings", () => page.locator("header button[aria-expanded]").last().click());
  await worst("leaving a chat", () => page.getByRole("link", { name: "New question" }).click());
  await worst("entering a chat again", () => page.locator(`.chat-item a[href$="${chatId}"]`).click());
  await close();
}

async function sortRows(): Promise<void> {
  await buildPage("parts-page", path.join(folder, "page"));
  const server = await serveFolder(path.join(folder, "page"), pageHeaders({ bucket: [] }));
  for (const [rate, target] of [
    [1, 100],
    [SLOW_CPU, 200],
  ] as const) {
    const context = await scene.browser.newContext({ viewport: { width: 1000, height: 900 } });
    const page = await context.newPage();
    await page.addInitScript(OBSERVED);
    await page.goto(server.origin);
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate });
    const header = page.getByRole("columnheader", { name: "amount" }).getByRole("button");
    for (let click = 0; click < 6; click += 1) {
      await header.click();
      await page.waitForTimeout(200);
    }
    print(`INP, sorting 10,000 rows, CPU ÷ ${rate}`, Math.max(...(await seen<number[]>(page, "events"))), "ms", target);
    if (rate === 1) print("elements of that page", await page.locator("*").count(), "", 400);
    await context.close();
  }
  await server.stop();
}

try {
  const person = await scene.tenant.add();
  const { page, close } = await openObserved(person, "");
  await ask(page, "Total amount by region");
  await answered(page);
  await page.locator(".chart, [data-view='chart'] svg").first().waitFor();
  await page.waitForLoadState("networkidle");
  print("CLS over a whole answer", await seen<number>(page, "shifts"), "", 0.02);
  const chat = new URL(page.url()).pathname.replace("/app/", "");
  await close();
  const answerText = "article.turn .answer";
  print("LCP, a new question, this machine", (await largestPaint(person, "", false, ".home-title")) / 1000, "s", 0.6);
  print("LCP, a chat, this machine", (await largestPaint(person, chat, false, answerText)) / 1000, "s", 0.6);
  print(
    "LCP, a new question, slow 4G, CPU ÷ 4",
    (await largestPaint(person, "", true, ".home-title")) / 1000,
    "s",
    1.8,
  );
  print("LCP, a chat, slow 4G, CPU ÷ 4", (await largestPaint(person, chat, true, answerText)) / 1000, "s", 1.8);
  await sortRows();
  const member = await scene.tenant.add();
  await useChat(member, 25);
  for (const turns of TURNS) await streamInto(member, turns);
} finally {
  await scene.stop();
  await rm(folder, { recursive: true, force: true });
}
