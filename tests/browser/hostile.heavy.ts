/**
 * Texts that were written to become more than text, wherever the console shows what somebody else has named or written: in answers and
 * questions, rows and columns, SQL, titles, and the names of everything there is. No element, request, dialog or violation of the
 * policy comes of any, and they are read as they were written.
 */
import assert from "node:assert/strict";
import { after, test, type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { answered, ask, newest } from "./chat-scene.ts";
import type { Person } from "../support/tenant.ts";
import { ANSWERS, inParts, startHostileScene, texts, watchHostility } from "./hostile-scene.ts";
import { settled } from "./rooms.ts";

/** What has not come after this time (ms) does not come. */
const WAIT_MS = 12_000;

const scene = await startHostileScene();
after(() => scene.stop());
const { baseUrl, tenant } = scene;

/** A page of an administrator's that is watched from its first request on. */
async function openWatched(t: TestContext, person: Person = tenant.admin) {
  const page = await scene.openPage(t, { person, path: "memories" });
  page.setDefaultTimeout(WAIT_MS);
  const faults = await watchHostility(page, baseUrl);
  return {
    page,
    faults,
    enter: async (path: string): Promise<void> => {
      await page.goto(`${baseUrl}/app/${path}`);
      await page.locator(".shell").waitFor();
      await settled(page);
    },
  };
}

/** A text as a page has it, whose white space is not looked at. */
const words = (text: string): string => text.replace(/\s+/g, "");

/** What of the texts cannot be read on the page. */
async function unread(page: Page, wanted: readonly string[]): Promise<string[]> {
  const shown = words((await page.locator("main").textContent()) ?? "");
  const values = "[...document.querySelectorAll('main :is(textarea, input)')].map(({ value }) => value).join('')";
  const fields = words(await page.evaluate<string>(values));
  return wanted.filter((text) => !shown.includes(words(text)) && !fields.includes(words(text)));
}

void test("hostile rows, columns, SQL and Markdown of an answer stay text, as it streams and afterwards", async (t) => {
  const { page, faults, enter } = await openWatched(t);
  await enter("");
  for (let part = 0; part < ANSWERS; part += 1) {
    await ask(page, `${part} of the texts`);
    await answered(page);
    await settled(page);
    assert.deepEqual(await faults(), [], `answer ${part}`);
  }
  const first = page.getByRole("article").first();
  for (const view of ["Table", "SQL", "Chart"]) {
    await first.getByRole("tab", { name: view }).click();
    await settled(page);
    assert.deepEqual(await faults(), [], view);
  }
  await first.getByRole("tab", { name: "Table" }).click();
  await first.locator('[data-place="0:1"]').click();
  for (let rows = 0; rows < texts.length; rows += 10) await page.keyboard.press("PageDown");
  assert.deepEqual(await faults(), [], "the rows further down");
  await page.getByRole("button", { name: "Show how this was answered" }).click();
  await settled(page);
  assert.deepEqual(await faults(), [], "the workings");
  await page.reload();
  await settled(page);
  assert.deepEqual(await faults(), [], "the chat as it is read again");
});

void test("hostile questions stay text, in their place, in the list of chats and in the editor", async (t) => {
  const { page, faults, enter } = await openWatched(t, await tenant.add("admin"));
  await enter("");
  for (const part of inParts(2)) {
    await page.getByRole("textbox", { name: "Question", exact: true }).fill(part);
    await page.keyboard.press("Enter");
    await newest(page).waitFor();
    await answered(page);
    assert.deepEqual(await faults(), []);
  }
  await page.getByRole("textbox", { name: "Question", exact: true }).focus();
  await page.keyboard.press("ArrowUp");
  await settled(page);
  assert.deepEqual(await faults(), []);
});

for (const path of [
  "",
  "memories",
  "queries",
  "admin/sources",
  "admin/rules",
  "admin/agents",
  "admin/documents",
  "admin/queries",
  "admin/members",
])
  void test(`hostile names and texts stay text in ${path || "home"}, in its list and in what it opens`, async (t) => {
    const { page, faults, enter } = await openWatched(t);
    await enter(path);
    assert.deepEqual(await faults(), [], "the list");
    if (path === "memories" || path === "admin/rules")
      assert.deepEqual(
        await unread(
          page,
          texts.map((text) => text.trim()),
        ),
        [],
      );
    const links = `[...document.querySelectorAll('main a[href^="/app/${path}/"]')].map(({ href }) => href)`;
    const addresses = path === "" ? [] : await page.evaluate<string[]>(links);
    for (const address of addresses.slice(0, 4)) {
      await page.goto(address);
      await settled(page);
      assert.deepEqual(await faults(), [], address);
    }
  });

void test("what can be looked up from a question stays text: saved queries and collections", async (t) => {
  const { page, faults, enter } = await openWatched(t);
  await enter("");
  for (const key of ["/", "@"]) {
    await page.getByRole("textbox", { name: "Question", exact: true }).fill(key);
    await page.getByRole("option").first().waitFor();
    assert.deepEqual(await faults(), [], key);
    await page.keyboard.press("Enter");
    await settled(page);
    assert.deepEqual(await faults(), [], `${key}, chosen`);
    await page.reload();
    await settled(page);
  }
});

for (const width of [320, 700, 1280]) {
  void test(`the longest names leave everything its place at ${width} pixels`, async (t) => {
    const { admin, ctx } = await scene.service.newOrganization();
    const [Agent, Integration, Project, Query] = await Promise.all([
      import("@parley/core/agent/agent"),
      import("@parley/core/integration/integration"),
      import("@parley/core/project/project"),
      import("@parley/core/query/query"),
    ]);
    const name = "Donaudampfschifffahrt".repeat(10).slice(0, 200);
    await Agent.create(ctx, { name, published: true, is_default: true });
    const config = { engine: "sqlite", file: "databases/none.sqlite" } as const;
    const { id: integration_id } = await Integration.create(ctx, { display_name: name, config });
    const { id: project } = await Project.create(ctx, { name });
    await Query.create(ctx, { title: name, description: name, prompt: name, sql: "SELECT 1" }, { id: admin.id, name });
    const body = { title: `${name.slice(0, 99)} ${name.slice(0, 99)}`, integration_id, scoped_project_ids: [project] };
    const { body: chat } = await scene.service.call("POST /v1/chats/create", { token: admin.token, body });
    const form = new FormData();
    form.append("files", new Blob(["a,b\n1,2\n"], { type: "text/csv" }), `${"y".repeat(200)}.csv`);
    const headers = { authorization: `Bearer ${admin.token}` };
    const uploaded = await fetch(`${baseUrl}/v1/uploads`, { method: "POST", headers, body: form });
    const { uploads } = (await uploaded.json()) as { uploads: { id: string }[] }; // the service's own answer
    const upload_ids = uploads.map(({ id }) => id);
    await scene.service.ask(admin.token, { chat_id: chat.id, message: name, model: "rules", upload_ids });
    const context = { viewport: { width, height: 800 } };
    const page = await scene.openPage(t, { person: admin, path: `chats/${chat.id}`, context });
    page.setDefaultTimeout(WAIT_MS);
    await page.locator(".scope").waitFor();
    await settled(page);
    const wide = "document.documentElement.scrollWidth";
    assert.equal(await page.evaluate<number>(wide), width);
    assert.ok(((await page.locator(".room-top h1").boundingBox())?.width ?? 0) > 90, "the title has its place");
    for (const control of [/^Show how/, /^Leave .* out$/]) {
      const box = await page.getByRole("button", { name: control }).boundingBox();
      assert.ok(box && box.x + box.width <= width, `${control} ends at ${box && box.x + box.width}`);
    }
    const files = await page.locator(".attached a, .attached small").all();
    assert.equal(files.length, 2);
    for (const file of files) {
      const box = await file.boundingBox();
      assert.ok(box && box.x + box.width <= width, `what is attached ends at ${box && box.x + box.width}`);
    }
    await page.getByRole("textbox", { name: "Question", exact: true }).fill("/");
    await page.getByRole("option").first().waitFor();
    const list = "document.querySelector('.suggestions')";
    assert.ok(
      await page.evaluate<boolean>(`${list}.scrollWidth <= ${list}.clientWidth`),
      "the list ends within itself",
    );
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Collections of documents" }).click();
    await page.getByRole("menuitemcheckbox", { name }).waitFor();
    const menu = "document.querySelector('[role=menu]')";
    assert.ok(
      await page.evaluate<boolean>(`${menu}.scrollWidth <= ${menu}.clientWidth`),
      "the menu ends within itself",
    );
  });
}
