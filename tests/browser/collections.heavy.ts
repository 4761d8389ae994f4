/** The collections of documents that answers of a chat may draw on: chosen beside the question, by keyboard, and cited in the answer. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Page } from "playwright-core";
import { axeViolations } from "./axe.ts";
import { answered, ask, composer, newest, startChatScene } from "./chat-scene.ts";
import { tabTo } from "./tab-to.ts";

const scene = await startChatScene();
after(() => scene.stop());
const { service, tenant } = scene;
const [Project, Document] = await Promise.all([
  import("@parley/core/project/project"),
  import("@parley/core/project/document"),
]);
const ctx = { ...tenant.ctx, ...service.environment };
const handbook =
  "# Handbook\n\n## Returns\n\nGoods can be returned within 30 days.\n\n## Warranty\n\n| goods | years |\n|---|---|\n| Lamps | 3 |\n";
const policies = await Project.create(ctx, { name: "Policies" });
await Document.create(ctx, policies.id, { filename: "handbook.md", bytes: new TextEncoder().encode(handbook) });
const contracts = await Project.create(ctx, { name: "Contracts" });
await Project.create(ctx, { name: "Surveys" });

const button = (page: Page) => page.getByRole("button", { name: "Collections of documents" });
const item = (page: Page, name: string) => page.getByRole("menuitemcheckbox", { name });

void test("a new chat draws on the collections that were chosen, and its answer cites their documents", async (t) => {
  const { page, person } = await scene.open(t);
  await button(page).focus();
  await page.keyboard.press("Enter");
  await item(page, "Policies").and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Space");
  await page.getByRole("menuitemcheckbox", { name: "Policies", checked: true }).waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Leave Policies out" }).waitFor();
  await ask(page, "When can goods be returned?");
  await answered(page);
  await newest(page).getByText("within 30 days").first().waitFor();
  await newest(page).getByText("Handbook › Returns").first().waitFor();
  assert.match(
    (await newest(page).locator(".citations summary").first().textContent()) ?? "",
    /^\[1\].*Handbook › Returns$/,
  );
  const chatId = new URL(page.url()).pathname.split("/")[3];
  const { body } = await service.call(`GET /v1/chats/${chatId}`, { token: person.token });
  assert.deepEqual(body.scoped_project_ids, [policies.id]);

  // The chat keeps its collections; without them the next answer has nothing to cite.
  await page.reload();
  await page.getByRole("button", { name: "Leave Policies out" }).waitFor();
  await tabTo(page, "button", "Leave Policies out");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Leave Policies out" }).waitFor({ state: "detached" });
  await ask(page, "When can goods be returned, then?");
  await answered(page);
  assert.equal(await newest(page).locator(".citations").count(), 0);
});

void test("a row of a document's table is a table where it is cited", async (t) => {
  const { page } = await scene.open(t);
  await button(page).click();
  await item(page, "Policies").click();
  await page.keyboard.press("Escape");
  await ask(page, "What is the warranty on lamps?");
  await answered(page);
  const cited = newest(page).locator(".citations details");
  await cited.locator("summary").click();
  await cited.getByRole("cell", { name: "Lamps" }).waitFor();
  assert.doesNotMatch((await cited.textContent()) ?? "", /\|/);
});

/** What is marked as quoted, as the browser paints it. */
const marked = (page: Page) =>
  page.evaluate<string>("Array.from(CSS.highlights.get('parley-quote') ?? [], String).join(' / ')");

const manual = [
  "# Manual",
  ...Array.from({ length: 70 }, (_, at) => `## Step ${at + 1}\n\nTurn the knob numbered ${at + 1}.`),
  "## Storage\n\nKeep the <img src=x onerror=alert(1)> device dry. The **filter** is changed every 90 days. Dust is harmless.",
  "## Parts\n\n- The spare brush\n- The spare handle",
].join("\n\n");
const manuals = await Project.create(ctx, { name: "Manuals" });
const { id: manualId } = await Document.create(ctx, manuals.id, {
  filename: "manual.md",
  bytes: new TextEncoder().encode(manual),
});

void test("a citation opens its document at the words that were quoted, by keyboard, and gives the focus back", async (t) => {
  const { page } = await scene.open(t);
  await button(page).click();
  await item(page, "Manuals").click();
  await page.keyboard.press("Escape");
  await ask(page, "How often is the filter changed?");
  await answered(page);
  await tabTo(page, "button", "Open “manual” at Manual › Storage");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "manual" });
  const quoted = dialog.getByRole("region", { name: "Quoted here" });
  await quoted.and(page.locator(":focus")).waitFor();
  assert.match(await marked(page), /^The filter is changed every 90 days\. Dust is harmless\.$/);
  assert.match((await quoted.textContent()) ?? "", /Keep the <img src=x onerror=alert\(1\)> device dry\./);
  assert.equal(await dialog.locator("img").count(), 0);
  const [shown, around] = [await quoted.boundingBox(), await dialog.boundingBox()];
  assert.ok(shown && around && shown.y > around.y && shown.y + shown.height < around.y + around.height);
  assert.deepEqual(await axeViolations(page), []);

  // A list is one here, too, not lines as those of the citations are.
  const style = "(({ display, borderTopWidth }) => `${display} ${borderTopWidth}`)";
  assert.equal(
    await page.evaluate(`${style}(getComputedStyle(document.querySelector(".document-words li")))`),
    "list-item 0px",
  );

  // What comes before it is there, too.
  assert.equal(await dialog.getByText("Turn the knob numbered 1.").count(), 0);
  await dialog.getByRole("button", { name: "Show what comes before" }).click();
  await dialog.getByRole("button", { name: "Show what comes before" }).click();
  await dialog.getByText("Turn the knob numbered 1.", { exact: true }).waitFor();
  await page.setViewportSize({ width: 320, height: 640 });
  assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 320);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Open “manual” at Manual › Storage" }).and(page.locator(":focus")).waitFor();
  assert.equal(await marked(page), "");
});

void test("a citation of a document that a member may not read any more says so, and keeps its quote", async (t) => {
  const { page, person } = await scene.open(t, { expects: /404/ });
  await button(page).click();
  await item(page, "Manuals").click();
  await page.keyboard.press("Escape");
  await ask(page, "How often is the filter changed?");
  await answered(page);
  const other = await tenant.add();
  await Project.update(ctx, manuals.id, { member_ids: [other.id] });
  t.after(() => Project.update(ctx, manuals.id, { member_ids: null }));
  await newest(page)
    .getByRole("button", { name: /^Open “manual”/ })
    .click();
  await page.getByRole("alert").getByText("not there any more, or you may not read it").waitFor();
  const address = `/v1/projects/${manuals.id}/documents/${manualId}/passages`;
  assert.equal((await service.call(`GET ${address}`, { token: person.token })).status, 404);
  await page.keyboard.press("Escape");
  await newest(page).locator(".citations summary").click();
  await newest(page).locator(".citations blockquote").getByText("every 90 days").waitFor();
});

void test("in the room of documents a document opens from its beginning, and a passage that was found at its place", async (t) => {
  const { page } = await scene.open(t, { person: tenant.admin, path: `admin/documents/${manuals.id}` });
  await page.getByRole("button", { name: "Open manual" }).click();
  const dialog = page.getByRole("dialog", { name: "manual" });
  await dialog.getByText("Turn the knob numbered 1.", { exact: true }).waitFor();
  assert.equal(await dialog.getByText("Quoted here").count(), 0);
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Search" }).click();
  await page.getByRole("searchbox").fill("filter changed");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Open manual at Manual › Storage" }).click();
  await dialog.getByRole("region", { name: "Quoted here" }).and(page.locator(":focus")).waitFor();
  assert.match(await marked(page), /every 90 days/);
  assert.deepEqual(await axeViolations(page), []);
});

void test("a question that only documents can answer is asked of a collection by one click", async (t) => {
  const { page } = await scene.open(t);
  await ask(page, "When can goods be returned?");
  await answered(page);
  const offered = newest(page).getByRole("group", { name: "Collections of documents" });
  assert.deepEqual(await offered.getByRole("button").allTextContents(), [
    "Ask Policies",
    "Ask Contracts",
    "Ask Surveys",
  ]);
  await offered.getByRole("button", { name: "Ask Policies" }).click();
  await newest(page).getByText("within 30 days").first().waitFor();
  await answered(page);
  await page.getByRole("button", { name: "Leave Policies out" }).waitFor();

  // Where documents are asked already, there is nothing to offer.
  await ask(page, "Why is the sky blue?");
  await answered(page);
  assert.equal(await newest(page).getByRole("group", { name: "Collections of documents" }).count(), 0);
});

void test("two collections at most are chosen, and the menu says so", async (t) => {
  const { page } = await scene.open(t, { context: { colorScheme: "dark", reducedMotion: "reduce" } });
  await button(page).click();
  await item(page, "Policies").click();
  await item(page, "Contracts").click();
  await page.getByRole("group", { name: "Answers can draw on 2 collections at most." }).waitFor();
  assert.equal(await item(page, "Surveys").getAttribute("aria-disabled"), "true");
  await item(page, "Surveys").click({ force: true });
  assert.equal(await page.getByRole("menuitemcheckbox", { checked: true }).count(), 2);
  assert.deepEqual(await axeViolations(page), []);
  await page.setViewportSize({ width: 320, height: 700 });
  assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 320);
  await item(page, "Policies").click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Leave Contracts out" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Leave Policies out" }).count(), 0);
});

void test("a collection that is not a member's is not offered", async (t) => {
  const hers = await tenant.add();
  await Project.update(ctx, contracts.id, { member_ids: [hers.id] });
  const { page } = await scene.open(t);
  await composer(page).waitFor();
  await button(page).click();
  await item(page, "Policies").waitFor();
  assert.equal(await item(page, "Contracts").count(), 0);
});
