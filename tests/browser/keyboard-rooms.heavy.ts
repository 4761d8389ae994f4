/** What is left of the rooms' tasks by keyboard alone: a member added, documents chosen, the embed's look, the account; and where the focus goes after each. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Page } from "playwright-core";
import { startConsole } from "./console-service.ts";
import { focusIsOn, press, tabTo } from "./tab-to.ts";

// A provider that is set, and never asked.
const site = await startConsole({ MODEL_BASE_URL: "http://127.0.0.1:9/v1", MODEL_ID: "local-model" });
after(() => site.stop());
const { service } = site;

/** Waits until what was there a moment ago has been put away, and something has the focus. */
async function hasFocus(page: Page): Promise<void> {
  await page.locator(":focus").first().waitFor();
  assert.notEqual(await page.evaluate("document.activeElement.tagName"), "BODY");
}

void test("a member is added by keyboard, and saving leaves the focus where it is", async (t) => {
  const { admin } = await service.newOrganization();
  const page = await site.openPage(t, { person: admin, path: "admin/members" });
  await tabTo(page, "button", "Add a member");
  await press(page, "Enter");
  await tabTo(page, "textbox", "Name");
  await page.keyboard.type("Ada Example");
  await tabTo(page, "textbox", "E-mail address");
  await page.keyboard.type("ada@example.com");
  await tabTo(page, "button", "Add");
  await press(page, "Enter");
  await page.getByRole("heading", { name: "Ada Example" }).waitFor();
  await focusIsOn(page, page.getByRole("heading", { name: "Ada Example" }));
  await tabTo(page, "checkbox", "Active");
  await press(page, "Space");
  await tabTo(page, "button", "Save");
  await press(page, "Enter");
  await page.getByText("Disabled").waitFor();
  await focusIsOn(page, page.getByRole("button", { name: "Save" }));
});

void test("documents are chosen by keyboard and deleted to the last, and the focus goes on to the next", async (t) => {
  const { admin } = await service.newOrganization();
  const { token } = admin;
  const { body: project } = await service.call("POST /v1/admin/projects", { token, body: { name: "Policies" } });
  const page = await site.openPage(t, { person: admin, path: `admin/documents/${project.id}` });
  const choosing = page.waitForEvent("filechooser");
  await tabTo(page, "button", "Choose files");
  await press(page, "Enter");
  const fileOf = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(`All about ${name}.`) });
  await (await choosing).setFiles([fileOf("alpha.txt"), fileOf("beta.txt")]);
  const lines = page.getByRole("list", { name: "Documents" }).getByRole("listitem");
  await lines.getByText("One passage").nth(1).waitFor();
  for (const left of [1, 0]) {
    await tabTo(page, "button", /^Actions for /);
    await press(page, "Enter", "End", "Enter");
    await tabTo(page, "button", "Delete the document");
    await press(page, "Enter");
    await lines.nth(left).waitFor({ state: "detached" });
    await focusIsOn(page, page.getByRole("button", { name: left > 0 ? /^Open (?:alpha|beta)$/ : "Choose files" }));
  }
  await tabTo(page, "tab", "Documents");
  await press(page, "End");
  await tabTo(page, "button", "Delete");
  await press(page, "Enter");
  await tabTo(page, "button", "Delete the collection");
  await press(page, "Enter");
  await page.getByText("There are no collections yet.").waitFor();
  await hasFocus(page);
});

void test("agents are deleted by keyboard, and the focus goes to one that is left", async (t) => {
  const { admin } = await service.newOrganization();
  for (const name of ["One", "Two"])
    await service.call("POST /v1/admin/agents", { token: admin.token, body: { name } });
  const page = await site.openPage(t, { person: admin, path: "admin/agents" });
  await tabTo(page, "link", /^Two/);
  await press(page, "Enter");
  await tabTo(page, "button", "Delete");
  await press(page, "Enter");
  await tabTo(page, "button", "Delete the agent");
  await press(page, "Enter");
  await page.getByRole("link", { name: /^Two/ }).waitFor({ state: "detached" });
  await page.locator(".agent-card:focus").waitFor();
});

void test("the models are listed with the one that answers unasked, and the agents that each answers for", async (t) => {
  const { admin } = await service.newOrganization();
  const own = { name: "By rules", model_id: "rules" };
  await service.call("POST /v1/admin/agents", { token: admin.token, body: own });
  const page = await site.openPage(t, { person: admin, path: "admin/agents" });
  const models = page.getByRole("region", { name: "Models" }).getByRole("listitem");
  await models.nth(1).waitFor();
  await models.first().getByText("answers for one agent").waitFor();
  const said = await models.allInnerTexts();
  assert.deepEqual(
    said.map((text) => text.split("\n").filter(Boolean)),
    [
      ["Local Model", "Default", "local-model", "The model of this deployment's own server", "answers for one agent"],
      [
        "Built-in interpreter",
        "rules",
        "Understands questions without a language model; shows its interpretation and SQL",
        "answers for one agent",
      ],
    ],
  );
});

void test("a rule that is left, saved and deleted by keyboard gives the focus back", async (t) => {
  const { admin } = await service.newOrganization();
  const page = await site.openPage(t, { person: admin, path: "admin/rules" });
  await tabTo(page, "button", "Add a rule");
  await press(page, "Enter");
  await page.keyboard.type("Amounts are in euros.");
  await press(page, "Control+Enter");
  await focusIsOn(page, page.getByRole("button", { name: "Add a rule" }));
  await tabTo(page, "button", "Edit");
  await press(page, "Enter", "Escape");
  await focusIsOn(page, page.getByRole("button", { name: "Edit" }));
  await tabTo(page, "button", "Delete");
  await press(page, "Enter", "Enter");
  await focusIsOn(page, page.getByRole("button", { name: "Delete" }));
});

void test("the embed's look is chosen and its snippet copied by keyboard", async (t) => {
  const { admin } = await service.newOrganization();
  const context = { permissions: ["clipboard-read", "clipboard-write"] };
  const page = await site.openPage(t, { person: admin, path: "admin/embed", context });
  await page.getByLabel("Corners").waitFor();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await page.evaluate<boolean>("document.activeElement.type === 'range'")) break;
    await press(page, "Tab");
  }
  await press(page, "Home");
  await page.getByText("--parley-radius: 0px").waitFor();
  await tabTo(page, "button", /^Copy/);
  await press(page, "Enter");
  await page
    .getByText(/Copied/)
    .first()
    .waitFor();
  assert.match(await page.evaluate<string>("navigator.clipboard.readText()"), /<parley-chat[^>]*--parley-radius: 0px/);
});

void test("theme, language and signing out are chosen by keyboard", async (t) => {
  const { member } = await service.newOrganization();
  const page = await site.openPage(t, { person: member });
  await tabTo(page, "button", /^Account of /);
  await press(page, "Enter");
  await page.keyboard.type("D");
  await press(page, "Enter");
  await page.waitForFunction("document.documentElement.style.colorScheme === 'dark'");
  await focusIsOn(page, page.getByRole("button", { name: /^Account of / }));
  await press(page, "Enter", "End", "Enter");
  await page.locator("main.sign-in").waitFor();
});
