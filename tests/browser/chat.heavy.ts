/** The chat as people use it: asked by click and by keyboard, streamed, stopped, edited, judged, with files and without a network. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, test } from "node:test";
import type { Page } from "playwright-core";
import { answered, ask, composer, newest, ORDERS, startChatScene } from "./chat-scene.ts";
import { fillWithTurns } from "./many-turns.ts";

const scene = await startChatScene();
after(() => scene.stop());
const { service, baseUrl } = scene;

/** How many frames it takes until turns that come near are drawn, many times over. */
const SETTLING_FRAMES = 20;
const SCROLLED_PX = 400;
/** How long (ms) a page takes at most to draw what has come. */
const SETTLING_MS = 200;

/** The chat that the page shows, as the service has it. */
async function kept(page: Page, token: string) {
  const chatId = new URL(page.url()).pathname.split("/")[3];
  return (await service.call(`GET /v1/chats/${chatId}?limit=200`, { token })).body;
}

/** The log once all of its turns are drawn. */
const wholeLog = (page: Page) => page.locator('.log[aria-busy="false"]');

/** Lets the scripted model answer rather than the rules. */
const chooseModel = (page: Page) => page.getByLabel("Model").selectOption("scripted");

void test("a starter is answered by a chart with its table, SQL and source, at an address of its own", async (t) => {
  const { page } = await scene.open(t);
  await page.getByRole("button", { name: scene.starters[0] ?? "" }).click();
  await answered(page);
  await page.waitForURL(/\/app\/chats\/[0-9a-f-]+$/);
  const sheet = newest(page).locator(".sheet");
  await sheet.locator("svg [data-mark]").first().waitFor();
  assert.match(await sheet.locator(".source-line").innerText(), /Shop\s+3 rows\s+\d/);
  await sheet.getByRole("tab", { name: "Table" }).click();
  await sheet.getByRole("grid").getByText("North").waitFor();
  await sheet.getByRole("tab", { name: "SQL" }).click();
  await sheet.getByText("GROUP BY").waitFor();
  assert.equal(
    await page
      .getByRole("navigation")
      .getByRole("link", { name: scene.starters[0] ?? "" })
      .count(),
    1,
  );
});

void test("the title of an earlier chat, however long, pushes nothing out of a phone's view", async (t) => {
  const { page } = await scene.open(t, { context: { viewport: { width: 390, height: 844 } } });
  await ask(page, `How many orders are there? ${"Please tell it as a number. ".repeat(4)}`);
  await answered(page);
  await page.goto(new URL("/app/", page.url()).href);
  const earlier = page.locator(".recent").getByRole("link");
  await earlier.waitFor();
  for (const each of [earlier, page.getByRole("button", { name: scene.starters[0] ?? "" })]) {
    const { x, width } = (await each.boundingBox()) ?? { x: 0, width: 0 };
    assert.ok(width > 0 && x + width <= 390, `ends at ${x + width} px`);
  }
});

void test("a chat that gets its address stays on the page, and what was being written with it", async (t) => {
  const { page } = await scene.open(t);
  await ask(page, "How many orders are there?");
  await composer(page).fill("The next one");
  await page.waitForURL(/\/app\/chats\//);
  await answered(page);
  assert.equal(await composer(page).inputValue(), "The next one");
  await newest(page).locator(".number-figure").getByText(String(ORDERS)).waitFor();
});

void test("an answer goes on after a reload, and Stop keeps what was written", async (t) => {
  const { page, person } = await scene.open(t);
  await chooseModel(page);
  await ask(page, "Tell me something endless");
  await newest(page).getByText("This is the beginning.").waitFor();
  await page.reload();
  await newest(page).getByText("This is the beginning.").waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await newest(page).getByText("Stopped by you.").waitFor();
  await newest(page).getByText("This is the beginning.").waitFor();
  const { messages, active_turn_id: active } = await kept(page, person.token);
  assert.equal(active, null);
  assert.equal(messages.at(-1).metadata.partial, true);
});

void test("a failure says what it is, and asks again", async (t) => {
  const { page } = await scene.open(t);
  await chooseModel(page);
  await ask(page, "Something broken");
  await newest(page).getByRole("alert").waitFor();
  await answered(page);
});

void test("the workings of an answer are its steps, its source and what it cost", async (t) => {
  const { page } = await scene.open(t);
  await ask(page, "How many orders are there?");
  await answered(page);
  await page.getByRole("button", { name: "Show how this was answered" }).click();
  const workings = page.getByRole("complementary", { name: "Workings" });
  await workings.getByText("Ran a query").waitFor();
  assert.match(await workings.innerText(), /Database\s+Shop[\s\S]*Tables\s+orders[\s\S]*Tokens\s+0 in, 0 out/);
  await workings.getByRole("button", { name: "Close" }).click();
  await workings.waitFor({ state: "detached" });
});

void test("↑ edits the last question in its place", async (t) => {
  const { page, person } = await scene.open(t);
  await ask(page, "How many orders are there?");
  await answered(page);
  await composer(page).press("ArrowUp");
  const field = newest(page).getByRole("textbox", { name: "Question" });
  await field.fill("How many customers are there?");
  await field.press("Enter");
  await page.getByRole("heading", { name: "How many customers are there?" }).waitFor();
  await answered(page);
  await newest(page).locator(".number-figure").getByText("3", { exact: true }).waitFor();
  const { messages } = await kept(page, person.token);
  assert.equal(messages.filter(({ type }: { type: string }) => type === "user").length, 1);
});

void test("a question is deleted with all that came after it, once that was confirmed", async (t) => {
  const { page, person } = await scene.open(t);
  for (const question of ["How many orders are there?", "How many customers are there?"]) {
    await ask(page, question);
    await page.getByRole("heading", { level: 2, name: question }).waitFor();
    await answered(page);
  }
  await newest(page).getByRole("button", { name: "More about this question" }).click();
  await page.getByRole("menuitem", { name: "Delete from here on" }).click();
  // It is gone from the page before the service has it.
  const deleted = page.waitForResponse((response) => response.request().method() === "DELETE");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete from here on" }).click();
  await page.getByRole("heading", { level: 2, name: "How many customers are there?" }).waitFor({ state: "detached" });
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
  await deleted;
  const { messages } = await kept(page, person.token);
  assert.equal(messages.filter(({ type }: { type: string }) => type === "user").length, 1);
});

void test("a negative verdict asks what was wrong, and keeps the note", async (t) => {
  const { page, person } = await scene.open(t);
  await ask(page, "How many orders are there?");
  await answered(page);
  const verdict = newest(page).getByRole("button", { name: "Wrong answer" });
  await verdict.click();
  await newest(page).getByRole("textbox", { name: "What was wrong?" }).fill("Only paid ones");
  await newest(page).getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("Noted. Thank you.").waitFor();
  assert.equal(await verdict.getAttribute("aria-pressed"), "true");
  const { messages } = await kept(page, person.token);
  const { feedback, feedback_note: note } = messages.at(-1).metadata;
  assert.deepEqual([feedback, note], ["negative", "Only paid ones"]);
});

void test("a file goes with a question; one that cannot be sent says why", async (t) => {
  const { page, person } = await scene.open(t);
  const files = page.locator('input[type="file"]');
  await files.setInputFiles({ name: "tool.exe", mimeType: "application/octet-stream", buffer: Buffer.from("MZ") });
  await page.getByRole("alert").filter({ hasText: "tool.exe cannot be read: take csv, " }).waitFor();
  // Asked without it, it would be another question.
  await composer(page).fill("How many rows are in it?");
  await composer(page).press("Enter");
  await page.getByText("The answer would be without tool.exe").waitFor();
  assert.equal(await composer(page).inputValue(), "How many rows are in it?");
  await page.getByRole("button", { name: "Remove tool.exe" }).click();
  await files.setInputFiles({
    name: "cities.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("city,n\nOslo,3\nBonn,4\n"),
  });
  await page.getByText("cities.csv").waitFor();
  await ask(page, "How many rows are in cities?");
  await newest(page).getByRole("link", { name: "cities.csv" }).waitFor();
  await answered(page);
  const { messages } = await kept(page, person.token);
  assert.deepEqual(
    messages[0].metadata.uploads.map(({ filename }: { filename: string }) => filename),
    ["cities.csv"],
  );
});

void test("a question that is asked before it is known what there is to ask is shown until it goes", async (t) => {
  const { page } = await scene.open(t);
  const known = Promise.withResolvers<void>();
  await page.route("**/v1/integrations", async (route) => {
    await known.promise;
    await route.continue();
  });
  await page.reload();
  await composer(page).fill("How many orders are there?");
  await composer(page).press("Enter");
  await page.getByRole("heading", { name: "How many orders are there?" }).waitFor();
  assert.equal(await page.getByRole("heading", { name: "What do you want to know?" }).count(), 0);
  known.resolve();
  await answered(page);
  await newest(page).locator(".number-figure").getByText(String(ORDERS)).waitFor();
});

void test("a saved query runs with its parameters, and all its rows can be shown and downloaded", async (t) => {
  const { page } = await scene.open(t);
  await composer(page).pressSequentially("/above");
  await page.getByRole("option", { name: /Orders above/ }).waitFor();
  await composer(page).press("Enter");
  await page.getByRole("textbox", { name: "Amount" }).fill("0");
  await page.getByRole("textbox", { name: "Amount" }).press("Enter");
  await answered(page);
  const table = newest(page).getByRole("tab", { name: "Table" });
  await table.click();
  await newest(page).getByText(`First 200 of ${ORDERS} rows.`).waitFor();
  await newest(page).getByRole("button", { name: "Show all" }).click();
  await newest(page).getByText(`First 200 of ${ORDERS} rows.`).waitFor({ state: "detached" });
  await newest(page).getByRole("button", { name: "Download" }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "All rows (CSV)" }).click();
  const file = await (await downloading).path();
  const lines = (await readFile(file, "utf8")).trim().split(/\r?\n/);
  assert.deepEqual([lines.length, lines[0], lines.at(-1)], [ORDERS + 1, "id,total_amount", `${ORDERS},${10 + ORDERS}`]);
});

void test("a saved query without parameters runs by Enter, and a long title stays within the field", async (t) => {
  const Query = await import("@parley/core/query/query");
  const sql = "SELECT id, total_amount FROM orders WHERE total_amount > 100 ORDER BY id";
  const title = `Everything${"above".repeat(38)}`;
  await Query.create(scene.tenant.ctx, { title, prompt: "Everything above a hundred", sql }, scene.tenant.admin);
  const { page } = await scene.open(t);
  await composer(page).pressSequentially("/Everything");
  await page.getByRole("option", { name: /^Everything/ }).waitFor();
  await composer(page).press("Enter");
  const form = page.getByRole("group", { name: title });
  await form.and(page.locator(":focus")).waitFor();
  const [inner, outer] = await Promise.all(
    [form.getByText(title), page.locator("form.composer")].map((of) => of.boundingBox()),
  );
  assert.ok(inner && outer && inner.x + inner.width <= outer.x + outer.width, "the title is within the field");
  await page.keyboard.press("Enter");
  await answered(page);
  await newest(page).getByRole("heading", { level: 2, name: title }).waitFor();
  await newest(page).getByRole("heading", { level: 3 }).waitFor();
});

void test("a single number is taken along as a picture, as a drawing and as Vega-Lite, also after a reload", async (t) => {
  const { page } = await scene.open(t, { context: { permissions: ["clipboard-read", "clipboard-write"] } });
  await ask(page, "How many orders are there?");
  await answered(page);
  await page.reload();
  await newest(page).locator(".number-figure-value").getByText(String(ORDERS)).waitFor();
  const menu = newest(page).getByRole("button", { name: "Download" });
  const fileOf = async (name: string) => {
    await menu.click();
    const downloading = page.waitForEvent("download");
    await page.getByRole("menuitem", { name }).click();
    const download = await downloading;
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };
  const svg = await fileOf("Drawing (SVG)");
  assert.match(svg.name, /\.svg$/);
  assert.match(svg.bytes.toString(), new RegExp(`^<svg [^>]*><title>(.+)</title><desc>\\1: ${ORDERS}</desc>`));
  assert.match(svg.bytes.toString(), new RegExp(`<text [^>]*font-size="44"[^>]*>${ORDERS}</text>`));
  const png = await fileOf("Picture (PNG)");
  const sizeOf = (at: number): number => png.bytes.readUInt32BE(at);
  assert.deepEqual([png.bytes.toString("latin1", 1, 4), sizeOf(16)], ["PNG", 2 * (360 + 2 * 20)]);
  await menu.click();
  await page.getByRole("menuitem", { name: "Copy Vega-Lite" }).click();
  await page.getByText("Copied").waitFor();
  const spec = JSON.parse(await page.evaluate<string>("navigator.clipboard.readText()"));
  assert.equal(spec.data.values[0].value, ORDERS);
});

void test("a follow-up is asked by a click, and the new question stands at the top", async (t) => {
  const { page } = await scene.open(t);
  await ask(page, "How many orders are there?");
  await answered(page);
  const followUp = newest(page).locator(".follow-ups button").first();
  const question = await followUp.innerText();
  await followUp.click();
  await page.getByRole("heading", { level: 2, name: question }).waitFor();
  await answered(page);
  const [turn, log] = await Promise.all([newest(page).boundingBox(), page.locator(".chat-scroll").boundingBox()]);
  const top = (turn?.y ?? 0) - (log?.y ?? 0);
  assert.ok(Math.abs(top) <= 2, `the question stands ${top} px below the top`);
});

void test("the way to the newest is offered to who has scrolled away, not over an answer that has just come", async (t) => {
  const { page } = await scene.open(t, { context: { viewport: { width: 900, height: 480 } } });
  const toEnd = page.getByRole("button", { name: "To the newest" });
  await ask(page, "Total amount by region");
  await answered(page);
  await newest(page).locator(".chart").first().waitFor();
  await page.waitForLoadState("networkidle");
  assert.equal(await toEnd.count(), 0);
  await newest(page).getByRole("heading", { level: 2 }).hover();
  await page.mouse.wheel(0, 40);
  await toEnd.click();
  await toEnd.waitFor({ state: "detached" });
});

void test("a chat is entered with its newest turns, and the earlier ones push nothing away", async (t) => {
  const person = await scene.tenant.add();
  const chatId = await fillWithTurns(person.ctx, scene.tenant.agentId, 24);
  const { page } = await scene.open(t, { person, path: `chats/${chatId}` });
  await wholeLog(page).waitFor();
  assert.equal(await page.locator("article.turn").count(), 24);
  await page.getByRole("link", { name: "New question" }).click();
  await composer(page).waitFor();
  // What the first drawing has of it, and where its newest question is then and in the end.
  await page.evaluate(`(() => {
    globalThis.drawn = [];
    new MutationObserver(() => {
      const turns = document.querySelectorAll("article.turn");
      if (turns.length > 0) drawn.push(turns.length);
    }).observe(document.body, { childList: true, subtree: true });
  })()`);
  await page.getByRole("region", { name: "Chats" }).getByRole("link").click();
  await wholeLog(page).waitFor();
  const drawn = await page.evaluate<number[]>("drawn");
  assert.deepEqual([...new Set(drawn)], [3, 13, 23, 24]);
  const [turn, log] = await Promise.all([newest(page).boundingBox(), page.locator(".chat-scroll").boundingBox()]);
  const below = (log?.y ?? 0) + (log?.height ?? 0) - ((turn?.y ?? 0) + (turn?.height ?? 0));
  assert.ok(Math.abs((turn?.y ?? 0) - (log?.y ?? 0)) <= 2 || below >= 0, `the newest question has moved: ${turn?.y}`);
});

void test("earlier turns that are read in push nothing away", async (t) => {
  const person = await scene.tenant.add();
  const chatId = await fillWithTurns(person.ctx, scene.tenant.agentId, 80);
  const { page } = await scene.open(t, { person, path: `chats/${chatId}` });
  const turns = page.locator("article.turn");
  await wholeLog(page).waitFor();
  const count = await turns.count();
  const first = await turns.first().getAttribute("data-key");
  const element = `document.querySelector("[data-key='${first}']")`;
  const place = `${element}.getBoundingClientRect().top`;
  await page.evaluate(`${element}.wasThere = true`);
  // A wheel is somebody who scrolls: the newest question is let go of.
  await page.locator(".chat-scroll").dispatchEvent("wheel");
  const topBefore = await page.evaluate<number>(`document.querySelector(".chat-scroll").scrollTop = 0, ${place}`);
  await turns.nth(count).waitFor({ state: "attached" });
  /** Waits until what has come near is drawn as tall as it is, and says how far the turn is from where it was. */
  const moved = async (): Promise<number> => {
    for (let frame = 0; frame < SETTLING_FRAMES; frame += 1) {
      await page.evaluate("new Promise((next) => requestAnimationFrame(() => next()))");
    }
    return (await page.evaluate<number>(place)) - topBefore;
  };
  const by = await moved();
  assert.ok(Math.abs(by) <= 2, `the turn that was seen has moved by ${by} px`);
  await page.evaluate(`document.querySelector(".chat-scroll").scrollBy(0, -${SCROLLED_PX})`);
  const scrolledBy = await moved();
  assert.ok(Math.abs(scrolledBy - SCROLLED_PX) <= 2, `scrolled by ${SCROLLED_PX} px, it has moved by ${scrolledBy} px`);
  assert.equal(await page.evaluate(`${element}.wasThere`), true, "what was drawn is not drawn anew");
});

void test("turns of a long chat are laid out in groups of ten, and asking moves none to another", async (t) => {
  const person = await scene.tenant.add();
  const chatId = await fillWithTurns(person.ctx, scene.tenant.agentId, 21);
  const { page } = await scene.open(t, { person, path: `chats/${chatId}` });
  await wholeLog(page).waitFor();
  const sizes = (): Promise<number[]> =>
    page.evaluate("[...document.querySelectorAll('.turns')].map((group) => group.children.length)");
  const before = await sizes();
  assert.ok(before.length > 1 && before.every((size) => size <= 10), before.join());
  await page.evaluate("document.querySelectorAll('.turn').forEach((turn) => { turn.wasThere = true; })");
  await ask(page, "How many orders are there?");
  await answered(page);
  const there = await page.evaluate<number>(
    "[...document.querySelectorAll('.turn')].filter((turn) => turn.wasThere).length",
  );
  assert.equal(
    there,
    before.reduce((all, size) => all + size),
  );
  assert.equal(
    (await sizes()).reduce((all, size) => all + size),
    there + 1,
  );
});

void test("a chat that is opened is read with few scripts: each would take a turn on a slow line", async (t) => {
  const person = await scene.tenant.add();
  const chatId = await fillWithTurns(person.ctx, scene.tenant.agentId, 1);
  const { page } = await scene.open(t, { person, path: `chats/${chatId}` });
  await newest(page).locator(".answer").waitFor();
  const early: string[] = await page.evaluate(`(() => {
    const entries = performance.getEntriesByType("resource");
    const read = entries.find(({ name }) => name.includes("/v1/chats/")).startTime;
    return entries.filter(({ name, startTime }) => name.endsWith(".js") && startTime <= read).map(({ name }) => name);
  })()`);
  assert.ok(early.length <= 8, early.join(" "));
});

void test("without a network the page says so, and goes on when it is back", async (t) => {
  const { page } = await scene.open(t, { expects: /ERR_INTERNET_DISCONNECTED/ });
  await ask(page, "How many orders are there?");
  await answered(page);
  await page.context().setOffline(true);
  await page.getByText("You are offline.").waitFor();
  await page.context().setOffline(false);
  await page.getByText("You are offline.").waitFor({ state: "detached" });
  await ask(page, "How many customers are there?");
  await page.getByRole("heading", { level: 2, name: "How many customers are there?" }).waitFor();
  await answered(page);
});

void test("a link leads to one answer and marks it; an unknown chat is not found", async (t) => {
  const { page, person } = await scene.open(t, { expects: /status of 404/ });
  for (const question of ["How many orders are there?", "Total amount by region"]) {
    await ask(page, question);
    await page.getByRole("heading", { level: 2, name: question }).waitFor();
    await answered(page);
  }
  const { id, messages } = await kept(page, person.token);
  const answer = messages.find(({ type }: { type: string }) => type === "final");
  await page.goto(`${baseUrl}/app/chats/${id}/${answer.id}`);
  await page.locator(".turn[data-marked]").getByRole("heading", { name: "How many orders are there?" }).waitFor();
  await page.goto(`${baseUrl}/app/chats/01980000-0000-7000-8000-000000000000`);
  await page.getByText("There is nothing at this address.").waitFor();
});

void test("a chat whose change is refused is as it was, and others keep their changes", async (t) => {
  const { page } = await scene.open(t, { expects: /status of 403/ });
  for (const question of ["How many orders are there?", "Total amount by region"]) {
    await page.getByRole("link", { name: /^New question/ }).click();
    await ask(page, question);
    await answered(page);
    await page.waitForURL(/\/app\/chats\//);
  }
  const list = page.getByRole("navigation").getByRole("region", { name: "Chats" });
  const links = list.getByRole("link");
  await links.nth(1).waitFor();
  const titles = await links.allInnerTexts();
  const putAway = async (place: number): Promise<void> => {
    await list
      .getByRole("button", { name: /^What to do with/ })
      .nth(place)
      .click();
    await page.getByRole("menuitem", { name: "Archive" }).click();
  };
  let refuse = (): void => undefined;
  let isFirst = true;
  await page.route(/\/v1\/chats\/[^/]+$/, async (route) => {
    if (route.request().method() !== "PATCH" || !isFirst) return route.continue();
    isFirst = false;
    await new Promise<void>((go) => (refuse = go));
    return route.fulfill({ status: 403, json: { message: "Forbidden" } });
  });
  await putAway(0);
  await links.nth(1).waitFor({ state: "detached" });
  await Promise.all([page.waitForResponse((response) => response.request().method() === "PATCH"), putAway(0)]);
  await links.first().waitFor({ state: "detached" });
  refuse();
  await links.first().waitFor();
  assert.deepEqual(await links.allInnerTexts(), titles.slice(0, 1));
});

void test("a chat that is renamed or put away while it is read stays so", async (t) => {
  const { page, person } = await scene.open(t);
  await ask(page, "How many orders are there?");
  await answered(page);
  await page.waitForURL(/\/app\/chats\//);
  const list = page.getByRole("navigation").getByRole("region", { name: "Chats" });
  const choose = async (entry: string): Promise<void> => {
    await list.getByRole("button", { name: /^What to do with/ }).click();
    await page.getByRole("menuitem", { name: entry }).click();
  };
  const held = new Map<string, (() => void)[]>();
  let isHeld = false;
  await page.route(/\/v1\/chats(\/[^/]+)?(\?.*)?$/, async (route) => {
    if (!isHeld || route.request().method() !== "GET") return route.continue();
    const response = await route.fetch();
    const { pathname } = new URL(response.url());
    await new Promise<void>((go) => held.set(pathname, [...(held.get(pathname) ?? []), go]));
    return route.fulfill({ response });
  });
  /** Makes a change while what was read of the chat and of the list before it is still on its way. */
  const during = async (change: () => Promise<void>): Promise<void> => {
    isHeld = true;
    // An earlier reading may still be under way, and goes for this one.
    while (held.size < 2) {
      await page.evaluate("dispatchEvent(new Event('focus'))");
      await page.waitForTimeout(SETTLING_MS);
    }
    isHeld = false;
    await change();
    for (const go of [...held.values()].flat()) go();
    held.clear();
    await page.waitForTimeout(SETTLING_MS);
  };
  await during(async () => {
    await choose("Rename");
    await list.getByRole("textbox", { name: "Title" }).fill("Orders");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Orders" }).waitFor();
  });
  await list.getByRole("link", { name: "Orders", exact: true }).waitFor();
  assert.equal(await page.getByRole("heading", { level: 1 }).innerText(), "Orders");
  await list.getByRole("searchbox").fill("orders");
  await list.getByRole("link", { name: "Orders", exact: true }).waitFor();
  await service.call(`PATCH ${new URL(page.url()).pathname.replace("/app", "/v1")}`, {
    token: person.token,
    body: { title: "Orders of ours" },
  });
  // Another tab's title comes with the chat, also while something is looked for.
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await page.getByRole("heading", { level: 1, name: "Orders of ours" }).waitFor();
  await list.getByRole("searchbox").fill("");
  await during(async () => {
    await choose("Archive");
    await list.getByRole("link", { name: "Orders of ours" }).waitFor({ state: "detached" });
  });
  assert.equal(await list.getByRole("link").count(), 0);
});

void test("chats are found, renamed, archived, brought back and deleted in the list", async (t) => {
  const { page } = await scene.open(t);
  await ask(page, "How many orders are there?");
  await answered(page);
  const list = page.getByRole("navigation").getByRole("region", { name: "Chats" });
  const choose = async (title: string, item: string) => {
    await list.getByRole("link", { name: title }).hover();
    await list.getByRole("button", { name: `What to do with “${title}”` }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await choose("How many orders are there?", "Rename");
  await list.getByRole("textbox", { name: "Title" }).fill("Orders");
  await list.getByRole("textbox", { name: "Title" }).press("Enter");
  await list.getByRole("link", { name: "Orders", exact: true }).waitFor();
  await list.getByRole("searchbox").fill("nothing like it");
  await list.getByText("No chat has these words").waitFor();
  await list.getByRole("searchbox").fill("orders are");
  await choose("Orders", "Archive");
  await list.getByRole("searchbox").fill("");
  await list.getByRole("button", { name: "Show archived chats" }).click();
  await choose("Orders", "Bring back");
  await list.getByRole("button", { name: "Back to the current chats" }).click();
  await choose("Orders", "Delete");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await list.getByRole("link", { name: "Orders", exact: true }).waitFor({ state: "detached" });
  await page.waitForURL(`${baseUrl}/app/`);
});

void test("keys lead to a new question, to the field and to the list of keys", async (t) => {
  const { page } = await scene.open(t);
  await ask(page, "How many orders are there?");
  await answered(page);
  await page.getByRole("heading", { level: 1 }).click();
  await page.locator("body").press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await page.keyboard.press("Escape");
  await composer(page).blur();
  await page.keyboard.press("/");
  await page.locator(".composer-text:focus").waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("heading", { name: "What do you want to know?" }).waitFor();
  await page.locator(".composer-text:focus").waitFor();
});

void test("a browser that is German has German from the first drawing on, and English is one choice away", async (t) => {
  const { page, person } = await scene.open(t, { context: { locale: "de-DE" } });
  await page.getByRole("heading", { name: "Was möchten Sie wissen?" }).waitFor();
  await page.getByRole("button", { name: /^Konto von/ }).click();
  await page.getByRole("menuitemradio", { name: "English" }).click();
  await page.getByRole("heading", { name: "What do you want to know?" }).waitFor();
  const { page: english } = await scene.open(t, { person });
  await english.getByRole("button", { name: /^Account of/ }).click();
  await english.getByRole("menuitemradio", { name: "Deutsch" }).click();
  await english.getByRole("heading", { name: "Was möchten Sie wissen?" }).waitFor();
});
