/** The chat in two tabs, with files that are dropped and pasted, without a database, and with an assumption that is put right. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Locator } from "playwright-core";
import { answered, ask, composer, newest, startChatScene } from "./chat-scene.ts";
import { tabTo } from "./tab-to.ts";

const scene = await startChatScene();
after(() => scene.stop());
const { service } = scene;

/** What the page has and this program's types do not. */
interface PageGlobals {
  DataTransfer: new () => { items: { add: (file: File) => void } };
  DragEvent: new (type: string, init: object) => Event;
  ClipboardEvent: new (type: string, init: object) => Event;
}

/** Gives an element a file, as a mouse (`drop`) or a clipboard (`paste`) does. */
const give = (element: Locator, type: "drop" | "paste", name: string): Promise<boolean> =>
  element.evaluate(
    (target, given) => {
      const own = globalThis as unknown as PageGlobals;
      const files = new own.DataTransfer();
      files.items.add(new File(["city,n\nOslo,3\n"], given.name, { type: "text/csv" }));
      const init = { bubbles: true, cancelable: true, dataTransfer: files, clipboardData: files };
      const event = given.type === "drop" ? new own.DragEvent("drop", init) : new own.ClipboardEvent("paste", init);
      return (target as unknown as EventTarget).dispatchEvent(event);
    },
    { type, name },
  );

void test("an assumption that is wrong becomes a line of its question, which is asked anew", async (t) => {
  const { page } = await scene.open(t);
  await ask(page, "Revenue by region");
  await answered(page);
  await tabTo(page, "button", "Not so?");
  await page.keyboard.press("Enter");
  const field = newest(page).getByRole("textbox", { name: "Question" });
  await field.waitFor();
  assert.match(await field.inputValue(), /^Revenue by region\n./);
  await page.keyboard.type("in North");
  assert.equal(await field.inputValue(), "Revenue by region\nin North");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 2, name: "Revenue by region in North" }).waitFor();
  await answered(page);
});

void test("a chat without a database offers those there are, and asks the same of the one that is chosen", async (t) => {
  const person = await scene.tenant.add();
  const { body } = await service.call("POST /v1/chats/create", { token: person.token, body: {} });
  const { page } = await scene.open(t, { person, path: `chats/${body.id}` });
  await ask(page, "How many orders are there?");
  await answered(page);
  const notice = newest(page);
  assert.doesNotMatch(await notice.innerText(), /integration_id/);
  await notice.getByRole("button", { name: "Ask Shop" }).click();
  await newest(page).locator(".number-figure").waitFor();
});

void test("a question of one tab is in the other when that is looked at again", async (t) => {
  const { page } = await scene.open(t);
  await ask(page, "How many orders are there?");
  await answered(page);
  await page.waitForURL(/\/app\/chats\//);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole("heading", { level: 2, name: "How many orders are there?" }).waitFor();
  await ask(other, "How many customers are there?");
  await answered(other);
  await page.bringToFront();
  await page.evaluate(`dispatchEvent(new Event("focus"))`);
  await page.getByRole("heading", { level: 2, name: "How many customers are there?" }).waitFor();
});

void test("files are taken by drop and by paste", async (t) => {
  const { page } = await scene.open(t);
  await give(page.locator(".chat"), "drop", "dropped.csv");
  await page.getByText("dropped.csv").waitFor();
  await give(composer(page), "paste", "pasted.csv");
  await page.getByText("pasted.csv").waitFor();
  await ask(page, "How many rows are in dropped?");
  await newest(page).getByRole("link", { name: "dropped.csv" }).waitFor();
  await newest(page).getByRole("link", { name: "pasted.csv" }).waitFor();
  await answered(page);

  // Later questions are asked of them, too, which the composer says, with a way out.
  await page.getByText("Also asked: dropped.csv and pasted.csv").waitFor();
  await page.getByRole("button", { name: "New chat without files" }).click();
  await page.getByRole("heading", { name: "What do you want to know?" }).waitFor();
  assert.equal(await page.getByText("Also asked").count(), 0);
});

void test("workings stand beside a chat that has room, and over the page where it has none", async (t) => {
  const { page } = await scene.open(t, { context: { viewport: { width: 1440, height: 900 } } });
  await ask(page, "How many orders are there?");
  await answered(page);
  await page.getByRole("button", { name: "Show how this was answered" }).click();
  await page.getByRole("complementary", { name: "Workings" }).waitFor();
  await page.setViewportSize({ width: 700, height: 900 });
  await page.getByRole("dialog", { name: "Workings" }).waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("complementary", { name: "Workings" }).waitFor();
});

void test("a gateway that has had enough says when to ask again, counts down to it, and leaves no empty chat in the list", async (t) => {
  const { page, person } = await scene.open(t, { expects: /status of 429/ });
  const refused = { status: 429, headers: { "retry-after": "40" }, json: { message: "Too Many Requests" } };
  // What stands in front of a deployed service, and not here.
  await page.route(
    (url) => url.pathname === "/v1/chats",
    (route) => (route.request().method() === "POST" ? route.fulfill(refused) : route.continue()),
  );
  await ask(page, "How many orders are there?");
  const waiting = newest(page).locator(".waiting-turn");
  await waiting.getByText(/3\d/).waitFor();
  assert.ok(await waiting.getByRole("button", { name: "Try again" }).isDisabled());
  // The chat was made for a question that never came to it.
  const { body } = await service.call("GET /v1/chats", { token: person.token });
  assert.equal(body.chats.length, 1);
  const listed = page.waitForResponse((response) => new URL(response.url()).pathname === "/v1/chats");
  await page.goto(`${scene.baseUrl}/app/`);
  await listed;
  await page.getByRole("button", { name: "Total amount by region" }).waitFor();
  assert.equal(await page.getByRole("region", { name: "Chats" }).getByRole("link").count(), 0);
});
