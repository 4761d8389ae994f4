/**
 * Answers on their way to the console's chat: cut, stalled and split, by each way; without a network, in two tabs, with a token that ends,
 * and refused for a while. What is drawn is the whole answer, once.
 */
import assert from "node:assert/strict";
import { after, test, type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { answered, ask, composer, newest } from "./chat-scene.ts";
import {
  BEGINNING,
  CHARTED,
  cutAfter,
  drawsTheSame,
  END,
  HELD,
  inBytes,
  stalledThenCut,
  startStreaming,
  WRITTEN,
} from "./streaming.ts";

const streaming = await startStreaming();
const { behind, cutting, letGoOn, tcp } = streaming;
after(async () => {
  letGoOn();
  await streaming.stop();
});

for (const via of ["stream", "turn"] as const) {
  void test(`a chart by ${via} that is cut is drawn as the whole one`, (t) =>
    drawsTheSame(t, streaming, { via, question: CHARTED }, [cutAfter(0.5)]));

  void test(`a text by ${via} that stalls and is cut, or comes byte by byte, is drawn as the whole one`, (t) =>
    drawsTheSame(t, streaming, { via, question: WRITTEN }, [stalledThenCut, inBytes]));
}

void test("an answer by socket whose connection is cut is drawn as the whole one", async (t) => {
  const { keptOf, drawnIn } = streaming;
  const drawn: string[][] = [];
  for (const isCut of [false, true]) {
    const { page, token, open } = await streaming.openPage(t, "socket", /ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/);
    const asked: string[] = [];
    page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => asked.push(String(payload))));
    await open("scripted");
    await ask(page, HELD);
    await newest(page).getByText(BEGINNING).waitFor();
    if (isCut) tcp.cut();
    letGoOn();
    drawn.push(await drawnIn(page));
    assert.equal(asked.filter((frame) => frame.includes("send_message")).length, 1);
    assert.equal((await keptOf(token)).length, 2);
    await ask(page, "Once more");
    await answered(page);
    assert.equal(await page.getByRole("article").count(), 2);
    await page.context().close();
  }
  assert.deepEqual(drawn[1], drawn[0]);
});

/** Opens the console behind the proxies, where an answer has begun and waits, and a next question is being written. */
async function openAnswering(t: TestContext, expects: RegExp) {
  cutting.plan(() => ({}));
  const { page, person } = await streaming.open(t, { origin: behind.baseUrl, expects });
  // Waits are of random lengths from nothing on: here they are short.
  await page.evaluate(
    "{ const { random } = Math; Math.random = () => random() * 0.02; globalThis.isSamePage = true; }",
  );
  await page.getByLabel("Model").selectOption("scripted");
  await ask(page, HELD);
  await newest(page).getByText(BEGINNING).waitFor();
  await composer(page).fill("The next one");
  return { page, token: person.token };
}

const chatIdOf = (page: Page): string => new URL(page.url()).pathname.split("/")[3] ?? "";

/** Waits until the service has the whole answer. */
async function untilKept(page: Page, token: string): Promise<void> {
  for (;;) {
    const { body } = await streaming.service.call(`GET /v1/chats/${chatIdOf(page)}`, { token });
    if (body.active_turn_id === null) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The one answer is whole, and the page is the one that asked. */
async function isWhole(page: Page): Promise<void> {
  await newest(page).getByText(`${BEGINNING} ${END}`, { exact: true }).waitFor();
  await answered(page);
  assert.equal(await page.getByRole("article").getByText(BEGINNING).count(), 1);
  assert.equal(await page.getByRole("article").count(), 1);
  assert.equal(await composer(page).inputValue(), "The next one");
  assert.equal(await page.evaluate("globalThis.isSamePage"), true);
}

void test("an answer that is given while the page is offline is there when it is online again", async (t) => {
  const { page, token } = await openAnswering(t, /ERR_(?:INTERNET|CONNECTION|EMPTY|INCOMPLETE|NETWORK)/);
  await page.context().setOffline(true);
  behind.cut();
  await page.getByText("You are offline.").waitFor();
  letGoOn();
  await untilKept(page, token);
  assert.equal(await newest(page).getByText(END).count(), 0);
  await page.context().setOffline(false);
  await isWhole(page);
  await page.getByText("You are offline.").waitFor({ state: "detached" });
});

void test("a token that ends while an answer is written is renewed, and the answer goes on", async (t) => {
  const { page } = await openAnswering(t, /status of 401|ERR_(?:CONNECTION|EMPTY|INCOMPLETE)/);
  const ended = cutting.exchanges.find(({ request }) => request === "POST /v1/chats")?.headers.authorization;
  assert.match(ended ?? "", /^Bearer /);
  const renewals = () => cutting.exchanges.filter(({ request }) => request === "POST /v1/sessions/renew");
  // A token that is renewed within its second may be the same one again.
  cutting.plan((_request, _number, { authorization }) => ({
    expired: authorization === ended && renewals().length === 0,
  }));
  behind.cut();
  const isRefused = () => cutting.exchanges.some(({ fault }) => fault.expired);
  while (!isRefused()) await new Promise((resolve) => setTimeout(resolve, 20));
  letGoOn();
  await isWhole(page);
  assert.equal(renewals().length, 1);
});

void test("an answer that one tab has asked for is written in another, too, and stopped from there", async (t) => {
  const { page } = await openAnswering(t, /ERR_(?:CONNECTION|EMPTY|INCOMPLETE)/);
  await page.waitForURL(/\/app\/chats\//);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await newest(other).getByText(BEGINNING).waitFor();
  letGoOn();
  await isWhole(page);
  await newest(other).getByText(`${BEGINNING} ${END}`, { exact: true }).waitFor();
  await ask(page, `${HELD}, once more`);
  await newest(page).getByText(BEGINNING).waitFor();
  await other.bringToFront();
  await other.evaluate(`dispatchEvent(new Event("focus"))`);
  await other.getByRole("heading", { level: 2, name: "once more" }).waitFor();
  await other.getByRole("button", { name: "Stop" }).click();
  for (const tab of [other, page]) await newest(tab).getByText("Stopped by you.").waitFor();
  assert.equal(await page.getByRole("article").count(), 2);
});

void test("who was refused for a while asks the same again once the wait is over", async (t) => {
  const { page } = await streaming.open(t, { expects: /status of 429/ });
  await page.clock.install();
  const refused = { status: 429, headers: { "retry-after": "40" }, json: { message: "Too Many Requests" } };
  await page.route(
    (url) => url.pathname === "/v1/chats",
    (route) => (route.request().method() === "POST" ? route.fulfill(refused) : route.continue()),
  );
  await ask(page, "How many orders are there?");
  const again = newest(page).getByRole("button", { name: "Try again" });
  await again.waitFor();
  assert.ok(await again.isDisabled());
  await page.unrouteAll();
  await page.clock.fastForward(41_000);
  await again.click();
  await newest(page).locator(".number-figure").waitFor();
  assert.equal(await page.getByRole("article").count(), 1);
});
