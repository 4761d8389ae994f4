/** Signing in to the console: with a link, by the cookie of an earlier time, and out again. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Page } from "playwright-core";
import { startConsole } from "./console-service.ts";

const site = await startConsole();
after(() => site.stop());
const { service } = site;
const tenant = await service.newOrganization();

const account = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(name) }).first();

void test("a link signs its member in, leads to its place, and leaves the address", async (t) => {
  const { body } = await service.call("POST /v1/chats/create", { token: tenant.member.token, body: {} });
  const place = `/chats/${(body as { id: string }).id}?view=table`;
  const page = await site.openPage(t);
  await page.goto(await site.linkFor(tenant.member, place));
  await account(page, tenant.member.name).waitFor();
  assert.equal(page.url(), `${site.baseUrl}/app${place}`);
  assert.equal(await page.evaluate("history.length"), 3, "no entry of the history has the code");
});

void test("a link that was used says so", async (t) => {
  const link = await site.linkFor(tenant.member);
  const page = await site.openPage(t);
  await page.goto(link);
  await account(page, tenant.member.name).waitFor();
  const another = await site.openPage(t, { expects: /status of 401/ });
  await another.getByText("ask an administrator for a link").waitFor();
  await another.goto(link);
  await another.getByRole("alert").filter({ hasText: "used before" }).waitFor();
});

void test("a link to somebody else, opened where somebody is signed in, leaves nothing of them", async (t) => {
  const page = await site.openPage(t, { person: tenant.admin });
  await account(page, tenant.admin.name).waitFor();
  await page.goto(await site.linkFor(tenant.member));
  await account(page, tenant.member.name).waitFor();
  assert.equal(await page.getByText(tenant.admin.name).count(), 0);
});

void test("a reload goes on with the session, and after signing out there is none", async (t) => {
  const page = await site.openPage(t, { person: tenant.admin, expects: /status of 401/ });
  await account(page, tenant.admin.name).click();
  await page.reload();
  await account(page, tenant.admin.name).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByText("ask an administrator for a link").waitFor();
  await page.reload();
  await page.getByText("ask an administrator for a link").waitFor();
});

// The last one: from here on the page offers people instead of saying where links come from.
void test("on this machine one click makes anybody a member of the demo", async (t) => {
  await site.offer(tenant, "Quillmere Home");
  const page = await site.openPage(t);
  const people = page.getByRole("list").getByRole("button");
  await people.first().waitFor();
  assert.deepEqual(
    await people.allInnerTexts().then((texts) => texts.map((text) => text.split("\n")[0])),
    [tenant.admin, tenant.member, tenant.other].map(({ name }) => name),
  );
  await people.nth(1).click();
  await page.getByRole("main").getByRole("heading").waitFor();
  await account(page, tenant.member.name).waitFor();
});
