/** The rooms of agents, documents, rules, memories and members: one task by keyboard in each, what its form refuses, and axe in both themes. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Page } from "playwright-core";
import { axeViolations } from "./axe.ts";
import { startConsole } from "./console-service.ts";
import { tabTo } from "./tab-to.ts";

const site = await startConsole();
after(() => site.stop());
const { service } = site;

/** Nothing that axe checks is wrong in either theme, and nothing is wider than a narrow screen. */
async function looksRight(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // Colours change within a frame or two.
    await page.evaluate("Promise.allSettled(document.getAnimations().map(({ finished }) => finished))");
    assert.deepEqual(await axeViolations(page), [], colorScheme);
  }
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 320, height: 720 });
  assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 320);
  for (const control of await page.locator("main").locator("button:visible, input:visible, textarea:visible").all()) {
    const box = await control.boundingBox();
    assert.ok(!box || (box.x >= 0 && box.x + box.width <= 320), `${await control.ariaSnapshot()} is cut`);
  }
  await page.setViewportSize(size);
}

void test("an agent is written, given starters in order, published and made the default by keyboard", async (t) => {
  const { admin } = await service.newOrganization();
  const page = await site.openPage(t, { person: admin, path: "admin/agents" });
  await page.getByRole("region", { name: "Models" }).getByText("The built-in interpreter answers alone.").waitFor();
  await tabTo(page, "button", "Add an agent");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Add an agent" }).waitFor();
  await tabTo(page, "textbox", "Name");
  await page.keyboard.type("Counter");
  await tabTo(page, "textbox", "Instructions");
  await page.keyboard.type("Count, and say the number first.");
  await tabTo(page, "button", "Add a starter");
  for (const starter of ["How many orders", "How many customers"]) {
    await page.keyboard.press("Enter");
    await tabTo(page, "textbox", /^Starter/);
    await page.keyboard.type(starter);
    await tabTo(page, "button", "Add a starter");
  }
  await page.keyboard.press("Shift+Tab");
  await page.getByRole("textbox", { name: "Starter 2" }).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await page.getByText("Moved to place 1 of 2").waitFor();
  await looksRight(page);
  await tabTo(page, "checkbox", "Published");
  await page.keyboard.press("Space");
  await tabTo(page, "checkbox", "Default");
  await page.keyboard.press("Space");
  await tabTo(page, "button", "Add");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Counter" }).waitFor();
  const { body } = await service.call("GET /v1/agents", { token: admin.token });
  const [, counter] = body.agents;
  assert.deepEqual(
    [counter.name, counter.is_default, counter.starter_prompts],
    ["Counter", true, ["How many customers", "How many orders"]],
  );
  assert.ok(page.url().endsWith(`/admin/agents/${counter.id}`));
  await looksRight(page);
});

void test("what is refused of an agent is said where it belongs", async (t) => {
  const { admin, agentId } = await service.newOrganization();
  const expects = /status of 4\d\d/;
  const page = await site.openPage(t, { person: admin, path: "admin/agents/new", expects });
  await page.getByRole("textbox", { name: "Name" }).fill("Draft");
  await page.getByRole("checkbox", { name: "Default" }).check();
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("alert").filter({ hasText: "Only a published agent can be the default." }).waitFor();
  assert.equal(await page.getByRole("checkbox", { name: "Default" }).getAttribute("aria-invalid"), "true");
  await page.goto(`${site.baseUrl}/app/admin/agents/${agentId}`);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete the agent" }).click();
  await page.getByRole("alert").filter({ hasText: "The default cannot be deleted." }).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.goto(`${site.baseUrl}/app/admin/agents/01980000-0000-7000-8000-000000000000`);
  await page.getByText("There is no such agent.").waitFor();
});

void test("a draft is asked beside its form by keyboard, once what was written is saved", async (t) => {
  const tenant = await service.newOrganization();
  const draft = { name: "On trial", starter_prompts: ["What can you tell me?"] };
  await service.call("POST /v1/admin/agents", { token: tenant.admin.token, body: draft });
  const page = await site.openPage(t, { person: tenant.admin, path: "admin/agents" });
  await tabTo(page, "link", /^On trial/);
  await page.keyboard.press("Enter");
  await page.getByLabel("Description").fill("Tells what it can.");
  const trial = page.getByRole("button", { name: "Try it" });
  assert.equal(await trial.isDisabled(), true);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Try it", disabled: false }).waitFor();
  await tabTo(page, "button", "Try it");
  await page.keyboard.press("Enter");
  const chat = page.getByRole("dialog", { name: "Ask On trial" });
  await chat.getByRole("textbox", { name: "Question" }).and(page.locator(":focus")).waitFor();
  await looksRight(page);
  await chat.getByRole("button", { name: "What can you tell me?" }).click();
  await chat.getByRole("article").waitFor();
  await chat.getByRole("button", { name: "Send", exact: true }).waitFor();
  assert.equal(await chat.getByRole("alert").count(), 0);
  const { body } = await service.call("GET /v1/admin/agents", { token: tenant.admin.token });
  const { body: chats } = await service.call("GET /v1/chats", { token: tenant.admin.token });
  const { id } = body.agents.find(({ name }: { name: string }) => name === "On trial");
  assert.deepEqual(
    chats.chats.map(({ agent_id }: { agent_id: string }) => agent_id),
    [id],
  );
  await page.keyboard.press("Escape");
  await chat.waitFor({ state: "detached" });
  await trial.and(page.locator(":focus")).waitFor();
});

void test("a draft is deleted by keyboard", async (t) => {
  const { admin } = await service.newOrganization();
  const created = await service.call("POST /v1/admin/agents", { token: admin.token, body: { name: "Draft" } });
  const page = await site.openPage(t, { person: admin, path: "admin/agents" });
  await tabTo(page, "link", /^Draft/);
  await page.keyboard.press("Enter");
  await tabTo(page, "button", "Delete");
  await page.keyboard.press("Enter");
  await page.getByRole("alertdialog", { name: "Delete “Draft”?" }).waitFor();
  await tabTo(page, "button", "Delete the agent");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: /^Draft/ }).waitFor({ state: "detached" });
  const { body } = await service.call("GET /v1/admin/agents", { token: admin.token });
  assert.ok(!body.agents.some(({ id }: { id: string }) => id === created.body.id));
  await looksRight(page);
});

void test("a collection is made for one member by keyboard, and members that it is not for do not see it", async (t) => {
  const { admin, member, other } = await service.newOrganization();
  const page = await site.openPage(t, { person: admin, path: "admin/documents" });
  await page.getByText("There are no collections yet.").waitFor();
  await tabTo(page, "button", "Add a collection");
  await page.keyboard.press("Enter");
  await tabTo(page, "textbox", "Name");
  await page.keyboard.type("Policies");
  await tabTo(page, "textbox", "Tags");
  await page.keyboard.type("returns,shipping,");
  await page.getByRole("radio", { name: /^Everybody/ }).focus();
  await page.keyboard.press("ArrowDown");
  await tabTo(page, "combobox", "Add a member");
  await page.keyboard.type(member.email);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: `Remove ${member.name}` }).waitFor();
  await looksRight(page);
  await tabTo(page, "button", "Add");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Policies" }).waitFor();
  await page.getByText("Nothing is in this collection yet.").waitFor();
  await looksRight(page);
  const seenBy = async ({ token }: { token: string }) =>
    (await service.call("GET /v1/projects", { token })).body.projects.map(({ tags }: { tags: string[] }) => tags);
  assert.deepEqual([await seenBy(member), await seenBy(other)], [[["returns", "shipping"]], []]);
});

const handbook = "# Handbook\n\n## Returns\n\nGoods can be returned within 30 days.\n\n## Shipping\n\nFree over 50.\n";

void test("files become documents that are read, found, renamed and deleted; others are refused by name", async (t) => {
  const { admin } = await service.newOrganization();
  const { token } = admin;
  const { body: project } = await service.call("POST /v1/admin/projects", { token, body: { name: "Policies" } });
  const page = await site.openPage(t, { person: admin, path: `admin/documents/${project.id}` });
  await page.getByRole("button", { name: "Choose files" }).waitFor();
  await page
    .getByLabel("Choose files")
    .last()
    .setInputFiles([
      { name: "hand-book.md", mimeType: "text/markdown", buffer: Buffer.from(handbook) },
      { name: "rates.csv", mimeType: "text/csv", buffer: Buffer.from("zone,price\nNorth,5\n") },
      { name: "logo.png", mimeType: "image/png", buffer: Buffer.from("PNG") },
      { name: "empty.txt", mimeType: "text/plain", buffer: Buffer.from("") },
    ]);
  const refused = page.getByRole("list", { name: "Files on their way" }).getByRole("listitem");
  await refused.filter({ hasText: "logo.png" }).getByText("This kind of file cannot be a document").waitFor();
  await refused.filter({ hasText: "empty.txt" }).getByText("The file is empty.").waitFor();
  const lines = page.getByRole("list", { name: "Documents" }).getByRole("listitem");
  await lines.filter({ hasText: "hand book" }).getByText("2 passages").waitFor();
  await lines.filter({ hasText: "rates" }).getByText("One passage").waitFor();
  assert.equal(await refused.count(), 2);
  await looksRight(page);
  for (const name of ["logo.png", "empty.txt"]) await page.getByRole("button", { name: `Dismiss ${name}` }).click();
  await tabTo(page, "button", "Actions for hand book");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Handbook");
  await page.keyboard.press("Enter");
  await lines.filter({ hasText: "Handbook" }).waitFor();
  await tabTo(page, "button", "Actions for rates");
  await page.keyboard.press("Enter");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await tabTo(page, "button", "Delete the document");
  await page.keyboard.press("Enter");
  await lines.filter({ hasText: "rates" }).waitFor({ state: "detached" });
  await tabTo(page, "tab", "Documents");
  await page.keyboard.press("ArrowRight");
  await tabTo(page, "searchbox", "Search the passages");
  await page.keyboard.type("When can goods be returned?");
  await page.keyboard.press("Enter");
  const quote = page.getByRole("figure").filter({ hasText: "within 30 days" });
  await quote.getByText("Handbook", { exact: true }).waitFor();
  assert.match(page.url(), /view=search&q=When/);
  await looksRight(page);
});

void test("files that are dropped anywhere in the room go into the collection that is open, which can be deleted", async (t) => {
  const { admin } = await service.newOrganization();
  const { token } = admin;
  const { body: project } = await service.call("POST /v1/admin/projects", { token, body: { name: "Policies" } });
  const page = await site.openPage(t, { person: admin, path: `admin/documents/${project.id}?view=settings` });
  await page.getByRole("tab", { name: "Settings" }).waitFor();
  const transfer = await page.evaluateHandle(
    "(() => { const held = new DataTransfer(); held.items.add(new File(['Alpha'], 'alpha.txt', { type: 'text/plain' })); return held; })()",
  );
  await page.getByRole("list", { name: "Collections" }).dispatchEvent("dragenter", { dataTransfer: transfer });
  await page.getByText("Drop the files into “Policies”").waitFor();
  await page.getByRole("list", { name: "Collections" }).dispatchEvent("drop", { dataTransfer: transfer });
  await page.getByRole("list", { name: "Documents" }).getByText("One passage").waitFor();
  await page.getByRole("tab", { name: "Settings" }).click();
  await looksRight(page);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByText("Its document is deleted with it.").waitFor();
  await page.getByRole("button", { name: "Delete the collection" }).click();
  await page.getByText("There are no collections yet.").waitFor();
  await looksRight(page);
});

void test("a rule is written, changed and deleted by keyboard", async (t) => {
  const { admin } = await service.newOrganization();
  const page = await site.openPage(t, { person: admin, path: "admin/rules" });
  await tabTo(page, "button", "Add a rule");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Amounts are in euros.");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Amounts are in euros.").waitFor();
  await looksRight(page);
  await tabTo(page, "button", "Edit");
  await page.keyboard.press("Enter");
  await page.keyboard.press("End");
  await page.keyboard.type(" Always.");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Amounts are in euros. Always.").waitFor();
  await tabTo(page, "button", "Delete");
  await page.keyboard.press("Enter");
  await tabTo(page, "button", "Delete");
  await page.keyboard.press("Enter");
  await page.getByText("There are no rules yet.").waitFor();
});

void test("memories are written and put in order by keyboard", async (t) => {
  const { member } = await service.newOrganization();
  const page = await site.openPage(t, { person: member, path: "memories" });
  for (const memory of ["Prefers tables.", "Works in Hamburg."]) {
    await tabTo(page, "button", "Add a memory");
    await page.keyboard.press("Enter");
    await page.keyboard.type(memory);
    await page.keyboard.press("Control+Enter");
    await page.getByText(memory).waitFor();
  }
  await page.getByRole("button", { name: /^Move/ }).last().focus();
  await page.keyboard.press("Alt+ArrowUp");
  await page.getByText("Moved to place 1 of 2").waitFor();
  const { body } = await service.call("GET /v1/user-memories", { token: member.token });
  assert.deepEqual(
    body.user_memories.map(({ content }: { content: string }) => content),
    ["Works in Hamburg.", "Prefers tables."],
  );
  await looksRight(page);
});

void test("a member is found, made an administrator and disabled by keyboard", async (t) => {
  const { admin, member } = await service.newOrganization();
  const page = await site.openPage(t, { person: admin, path: "admin/members" });
  await page.getByRole("searchbox").focus();
  await page.keyboard.type(member.email);
  await page.getByRole("link", { name: new RegExp(admin.email) }).waitFor({ state: "detached" });
  await tabTo(page, "link", new RegExp(member.email));
  await page.keyboard.press("Enter");
  await tabTo(page, "combobox", "Role");
  await page.keyboard.type("Admin");
  await tabTo(page, "checkbox", "Active");
  await page.keyboard.press("Space");
  await tabTo(page, "button", "Save");
  await page.keyboard.press("Enter");
  await page.getByText("Disabled").waitFor();
  const { body } = await service.call("GET /v1/admin/members", { token: admin.token });
  const changed = body.members.find(({ id }: { id: string }) => id === member.id);
  assert.deepEqual([changed.role, changed.active], ["admin", false]);
  await looksRight(page);
});

void test("members who follow a link to a room of administrators are told who can help", async (t) => {
  const { member } = await service.newOrganization();
  for (const path of ["admin/agents", "admin/documents", "admin/rules", "admin/members"]) {
    const page = await site.openPage(t, { person: member, path });
    await page.getByText("This room is for administrators.").waitFor();
    assert.equal(await page.getByText("Administration").count(), 0);
  }
});
