/** One session in many tabs: reloads at any moment, answers that are lost, and who is in when somebody else comes or leaves. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Page, Route } from "playwright-core";
import { startConsole } from "./console-service.ts";

const site = await startConsole();
after(() => site.stop());
const tenant = await site.service.newOrganization();
const { admin, member } = tenant;

const isIn = (page: Page, { name }: { name: string }) =>
  page
    .getByRole("button", { name: new RegExp(name) })
    .first()
    .waitFor();
const isOut = (page: Page) => page.getByText("ask an administrator for a link").waitFor();
const another = async (page: Page): Promise<Page> => {
  const tab = await page.context().newPage();
  await tab.goto(`${site.baseUrl}/app/`);
  return tab;
};

/** The service replaces the cookie, and the browser never hears of it. */
async function loseAnswer(route: Route): Promise<void> {
  const headers = await route.request().allHeaders();
  const reply = await fetch(route.request().url(), { method: "POST", headers });
  assert.equal(reply.status, 200);
  await route.abort("connectionreset");
}

void test("reloads at any moment leave nobody signed out", async (t) => {
  const page = await site.openPage(t, { person: member, expects: /ERR_/ });
  await isIn(page, member);
  const isRenewal = (one: { url: () => string }) => one.url().endsWith("/v1/sessions/renew");
  for (let round = 0; round < 30; round++) {
    // The page goes as soon as its renewal is under way, or has been answered.
    const underWay = round % 3 === 0 ? page.waitForResponse(isRenewal) : page.waitForRequest(isRenewal);
    const reload = page.reload({ waitUntil: "commit" }).catch(() => undefined);
    await underWay;
    await reload;
  }
  await page.goto(`${site.baseUrl}/app/`);
  await isIn(page, member);
});

void test("tabs that are opened together renew one after the other", async (t) => {
  const page = await site.openPage(t, { person: member });
  await isIn(page, member);
  const tabs = await Promise.all(Array.from({ length: 6 }, () => another(page)));
  await Promise.all(tabs.map((tab) => isIn(tab, member)));
  await Promise.all(tabs.map((tab) => tab.reload()));
  await Promise.all(tabs.map((tab) => isIn(tab, member)));
});

void test("a renewal whose answer is lost goes on in the next page, and in the next tab", async (t) => {
  const page = await site.openPage(t, { person: member, expects: /ERR_CONNECTION_RESET/ });
  await isIn(page, member);
  await page.route("**/v1/sessions/renew", loseAnswer);
  await page.reload();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Try again" }).waitFor();
  const tab = await another(page);
  await isIn(tab, member);
  await page.unroute("**/v1/sessions/renew");
  await page.reload();
  await isIn(page, member);
});

void test("who signs out in a tab is signed out in all of them", async (t) => {
  const page = await site.openPage(t, { person: admin, expects: /status of 401/ });
  await isIn(page, admin);
  const tab = await another(page);
  await isIn(tab, admin);
  await tab
    .getByRole("button", { name: new RegExp(admin.name) })
    .first()
    .click();
  await tab.getByRole("menuitem", { name: "Sign out" }).click();
  await Promise.all([isOut(tab), isOut(page)]);
});

void test("a tab never goes on as somebody whom a link has replaced in another", async (t) => {
  const page = await site.openPage(t, { person: admin });
  await isIn(page, admin);
  const tab = await page.context().newPage();
  await tab.goto(await site.linkFor(member));
  await Promise.all([isIn(tab, member), isIn(page, member)]);
  assert.equal(await page.getByText(admin.name).count(), 0);
});

const LINK_MILLISECONDS = 3_000;

/** Refuses all that the page asks, as after its session has ended. */
const endSession = async (page: Page) => {
  const refusal = { detail: "Invalid or expired token", code: "INVALID_TOKEN" };
  await page.route("**/v1/**", (route) =>
    route.fulfill({ status: 401, contentType: "application/json", body: JSON.stringify(refusal) }),
  );
  // What the page was still asking for may tell it first, and then there is no link to follow.
  const memories = page.getByRole("link", { name: "Memories" });
  await memories.click({ timeout: LINK_MILLISECONDS }).catch(() => undefined);
  await page.getByText("Your session has ended.").waitFor();
  await page.unroute("**/v1/**");
};

/** Follows a link that signs in, where the page is already. */
const follow = async (page: Page, person: typeof admin) => {
  const { hash } = new URL(await site.linkFor(person));
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await isIn(page, person);
};

void test("what was being written when a session ended is there for who wrote it, and for nobody else", async (t) => {
  for (const [next, draft] of [
    [admin, "What do we pay them?"],
    [member, ""],
  ] as const) {
    const page = await site.openPage(t, { person: admin, expects: /status of 401/ });
    await isIn(page, admin);
    const composer = page.getByRole("textbox", { name: "Question", exact: true });
    await composer.fill("What do we pay them?");
    await endSession(page);
    await follow(page, next);
    await page.getByRole("link", { name: "New question" }).first().click();
    await composer.waitFor();
    assert.equal(await composer.inputValue(), draft);
  }
});
