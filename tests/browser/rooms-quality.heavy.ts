/**
 * The rooms of quality and feedback: golden questions are written by keyboard and asked, runs are followed, cancelled and compared, and
 * what members said of answers becomes a golden question or a rule. Axe in both themes.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Page } from "playwright-core";
import type { Person } from "../support/tenant.ts";
import { databaseFile } from "../support/database-file.ts";
import { axeViolations } from "./axe.ts";
import { startChatScene } from "./chat-scene.ts";
import { isFromNpm } from "./chromium.ts";
import { comparePicture } from "./picture.ts";
import { settled } from "./rooms.ts";
import { tabTo } from "./tab-to.ts";

const scene = await startChatScene({
  // A question about the moon is never answered.
  say: async () => [{ text: "Let me see." }, { hang: true }],
});
after(() => scene.stop());
const { service, tenant } = scene;
const [Agent, Integration] = await Promise.all([
  import("@parley/core/agent/agent"),
  import("@parley/core/integration/integration"),
]);

const REFUNDS = `CREATE TABLE orders (id INTEGER PRIMARY KEY, amount INTEGER, refunded INTEGER);
  INSERT INTO orders VALUES (1, 100, 10), (2, 50, 0), (3, 30, 30);`;
const { token } = tenant.admin;

const call = async (request: string, body?: unknown) => {
  const reply = await service.call(request, { token, ...(body !== undefined && { body }) });
  assert.ok(reply.status < 300, `${request}: ${reply.text}`);
  return reply.body;
};
const { integrations } = await call("GET /v1/admin/integrations");
const integration_id: string = integrations[0].id;

const keep = async (question: string, sql: string, kind: string): Promise<string> =>
  (await call("POST /v1/admin/questions", { question, sql, integration_id, class: kind })).id;

/** Has the golden questions asked, and waits until they have been. */
async function asked(body: object = {}): Promise<string> {
  const { id } = await call("POST /v1/admin/evaluations", body);
  const { status } = await call(`GET /v1/admin/evaluations/${id}?wait=20`);
  assert.equal(status, "completed");
  return id;
}

/** A member asks, and says what they think of the answer. */
async function marked(person: Person, message: string, note: string): Promise<void> {
  const own = { token: person.token };
  const chat = await service.call("POST /v1/chats/create", { ...own, body: { integration_id } });
  await service.ask(person.token, { chat_id: chat.body.id, integration_id, message });
  const { body } = await service.call(`GET /v1/chats/${chat.body.id}`, own);
  const answer = body.messages.findLast(({ role }: { role: string }) => role === "assistant");
  const rated = { feedback: "negative", note };
  const reply = await service.call(`PATCH /v1/chats/messages/${answer.id}/feedback`, { ...own, body: rated });
  assert.equal(reply.status, 200, reply.text);
}

/** Nothing that axe checks is wrong in either theme, and nothing is wider than a narrow screen. */
async function looksRight(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await settled(page);
    assert.deepEqual(await axeViolations(page), [], colorScheme);
  }
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 320, height: 720 });
  await settled(page);
  assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 320);
  await page.setViewportSize(size);
}

/** Days and hours are another time's each time. */
const FIX_TIMES = `{
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    text.data = text.data.replace(/^[A-Z][a-z]{2} \\d+, \\d{4}, \\d+:\\d\\d\\s[AP]M$/, "Mar 18, 2026, 10:00 AM");
  }
}`;

/** Compares the room with its pictures, as `pictures.heavy.ts` does; that one's clock is another than the table's, which forgets runs. */
async function assertPictures(page: Page, name: string): Promise<void> {
  if (!isFromNpm) return;
  const problems: (string | null)[] = [];
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.mouse.move(0, 0);
    await settled(page);
    await page.evaluate(FIX_TIMES);
    const screenshot = await page.screenshot({ animations: "disabled", caret: "hide" });
    problems.push(comparePicture(`${name}-${colorScheme}`, screenshot));
  }
  assert.deepEqual(problems, [null, null]);
}

void test("a golden question is written by keyboard, all are asked, and what is not right says what is", async (t) => {
  await keep("How many orders are there?", "SELECT COUNT(*) FROM orders", "counts");
  const page = await scene.openPage(t, { person: tenant.admin, path: "admin/quality/questions" });
  await tabTo(page, "button", "Add a question");
  await page.keyboard.press("Enter");
  await tabTo(page, "textbox", "Question");
  await page.keyboard.type("How many customers are there?");
  await page.locator(".sql-editor .cm-content").waitFor();
  await tabTo(page, "textbox", "SQL");
  await page.keyboard.insertText("SELECT COUNT(*) + 1 FROM customers");
  await page.getByText("This can be saved.").waitFor();
  await tabTo(page, "textbox", "Class");
  await page.keyboard.type("counts");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: /How many customers are there\?/ }).waitFor();
  await tabTo(page, "link", /^Runs$/);
  await page.keyboard.press("Enter");
  await page.getByText("The golden questions have not been asked yet").waitFor();
  await tabTo(page, "button", "Ask all questions");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/admin\/quality\/[0-9a-f-]{36}$/);
  const wrong = page.getByRole("group").filter({ hasText: "How many customers are there?" });
  await wrong.locator("summary").click();
  await wrong.getByText("What is right").waitFor();
  await wrong.getByText("COUNT(*) + 1").waitFor();
  await page.getByRole("link", { name: /1 of 2 right/ }).waitFor();
  await looksRight(page);
  await page.getByRole("tab", { name: "Not right 1" }).click();
  await page.getByRole("group").filter({ hasText: "How many orders are there?" }).waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Open the golden question" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("link", { name: /How many customers are there\?/ }).waitFor({ state: "detached" });
});

void test("two runs are compared: fixed, broken and the same; a line for each class", async (t) => {
  const broken = await keep("What is the highest amount?", "SELECT MAX(total_amount) FROM orders", "amounts");
  const fixed = await keep("Total amount by region", "SELECT 1", "groups");
  const before = await asked();
  await call(`PATCH /v1/admin/questions/${broken}`, { sql: "SELECT 1" });
  await call(`PATCH /v1/admin/questions/${fixed}`, {
    sql: "SELECT region, SUM(total_amount) FROM orders JOIN customers ON customers.id = customer_id GROUP BY region",
  });
  const now = await asked();
  const page = await scene.openPage(t, { person: tenant.admin, path: `admin/quality/${now}` });
  await page.getByLabel("Compare with an earlier run").selectOption({ value: before });
  const compared = page.getByRole("list", { name: "Fixed" });
  await compared.getByText("Total amount by region").waitFor();
  await page.getByRole("list", { name: "Broken" }).getByText("What is the highest amount?").waitFor();
  assert.equal(new URL(page.url()).searchParams.get("with"), before);
  await looksRight(page);
  await assertPictures(page, "quality-run");
  await page.getByRole("button", { name: "Close" }).click();
  const chart = page.getByRole("figure", { name: "Right answers in each run" });
  await chart.getByText("amounts").first().waitFor();
  await looksRight(page);
});

void test("what a rule would change is shown before it is saved, from what to what", async (t) => {
  const other = await service.newOrganization();
  const file = `databases/${other.id}/shop.sqlite`;
  await service.environment.files.put(file, await databaseFile(REFUNDS), "application/vnd.sqlite3");
  const source = await Integration.create(other.ctx, { display_name: "Shop", config: { engine: "sqlite", file } });
  const rules = { published: true, is_default: true, model_id: "rules", starter_prompts: [] };
  await Agent.create(other.ctx, { name: "Shop analyst", ...rules });
  const golden = { question: "What is the total revenue?", sql: "SELECT SUM(amount) FROM orders" };
  const own = { token: other.admin.token };
  await service.call("POST /v1/admin/questions", { ...own, body: { ...golden, integration_id: source.id } });
  const page = await scene.openPage(t, { person: other.admin, path: "admin/rules" });
  await tabTo(page, "button", "Add a rule");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Revenue means amount less refunded.");
  await tabTo(page, "button", "Preview impact");
  await page.keyboard.press("Enter");
  const changed = page.getByRole("list", { name: "Answers that change" });
  await changed.getByText("What is the total revenue?").click();
  await changed.locator("mark").first().waitFor();
  await page.getByRole("link", { name: "See the whole run" }).waitFor();
  await looksRight(page);
  await page.getByRole("textbox", { name: "Text" }).fill("Weeks begin on Monday.");
  await page.getByText("It has been changed since.", { exact: false }).waitFor();
  assert.deepEqual((await service.call("GET /v1/organization-rules", own)).body.organization_rules, []);
});

void test("a run is followed and cancelled, and a limit is said with its wait", async (t) => {
  const { id } = await call("POST /v1/admin/evaluations", { model: "scripted" });
  const page = await scene.openPage(t, {
    person: tenant.admin,
    path: `admin/quality/${id}`,
    expects: /status of 429/,
  });
  await page.getByRole("progressbar", { name: "Questions that have been asked" }).waitFor();
  await page.getByRole("button", { name: "Being asked" }).waitFor();
  await tabTo(page, "button", "Cancel");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: /cancelled/ }).waitFor();
  // Six a minute may be begun: however many are left, they are used up.
  const begin = page.getByRole("button", { name: "Ask all questions" });
  for (let attempts = 0; attempts < 7; attempts += 1) {
    await begin.click();
    const limit = page.getByText(/Another one can be begun in/);
    const begun = page.locator(".row[aria-current=true]").filter({ hasText: /right/ });
    await limit.or(begun).first().waitFor();
    if (await limit.isVisible()) break;
    await page.goto(`${scene.baseUrl}/app/admin/quality`);
  }
  await page.getByText(/Another one can be begun in/).waitFor();
  await looksRight(page);
});

void test("what a member marked becomes a golden question and a rule, and is done", async (t) => {
  const page = await scene.openPage(t, { person: tenant.admin, path: "admin/feedback" });
  await page.getByText("Nobody has marked an answer yet").waitFor();
  const member = await tenant.add();
  await marked(member, "How many orders are there?", "Orders of the second shop are missing.");
  await marked(member, "Total amount by region", "Amounts should be net.");
  await page.reload();
  await tabTo(page, "link", /How many orders/);
  await page.keyboard.press("Enter");
  await page.getByText("Orders of the second shop are missing.").last().waitFor();
  await looksRight(page);
  const answer = page.locator("section", { has: page.getByRole("heading", { name: "The answer" }) }).last();
  assert.doesNotMatch(await answer.innerText(), /```|SELECT/, "its SQL is shown once, below it");
  await tabTo(page, "button", "Keep as a golden question");
  await page.keyboard.press("Enter");
  await page.getByText("This can be saved.").waitFor();
  await looksRight(page);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("Kept as a golden question").waitFor();
  await page.getByRole("button", { name: "Open again" }).waitFor();
  await page.getByRole("link", { name: /How many orders/ }).waitFor({ state: "detached" });
  await page.getByRole("link", { name: /Total amount by region/ }).click();
  await tabTo(page, "button", "Write a rule");
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Text" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.type("Amounts are net.");
  await page.keyboard.press("Control+Enter");
  await page.getByText("The rule holds from the next question on").waitFor();
  await page.getByRole("link", { name: /Total amount by region/ }).waitFor({ state: "detached" });
  await page.getByRole("radio", { name: "Done" }).check();
  await page.getByRole("link", { name: /How many orders/ }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get("status"), "done");
  const { organization_rules: rules } = await call("GET /v1/organization-rules");
  assert.deepEqual(
    rules.map(({ content }: { content: string }) => content),
    ["Amounts are net."],
  );
  const { questions } = await call("GET /v1/admin/questions");
  assert.equal(questions.filter(({ message_id }: { message_id: string | null }) => message_id !== null).length, 1);
});
