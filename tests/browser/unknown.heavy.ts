/** Addresses of what is not there: the page says so, instead of showing a list as if nothing had been asked for. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startConsole } from "./console-service.ts";

const site = await startConsole();
after(() => site.stop());
const nobody = "00000000-0000-7000-8000-000000000000";

for (const [room, words] of [
  ["admin/members", "There is no such member."],
  ["admin/sources", "There is no such database."],
  ["admin/agents", "There is no such agent."],
  ["admin/documents", "There is no such collection."],
] as const)
  void test(`the address of something unknown in ${room} says that it is not there`, async (t) => {
    const { admin } = await site.service.newOrganization();
    const page = await site.openPage(t, { person: admin, path: `${room}/${nobody}` });
    await page.getByText(words).waitFor();
  });

void test("a member on a later page of the list is opened by their address", async (t) => {
  const { admin, ctx } = await site.service.newOrganization();
  const { create } = await import("@parley/core/member/member");
  const members = await Promise.all(
    Array.from({ length: 110 }, (_, at) => create(ctx, { name: `Member ${at}`, email: `m-${at}@pages.example` })),
  );
  for (const { id, name } of members.filter((_, at) => at % 50 === 7)) {
    const page = await site.openPage(t, { person: admin, path: `admin/members/${id}` });
    await page.getByRole("heading", { name, exact: true }).waitFor();
  }
});

void test("?agent= chooses who answers a new question; an unknown one is said, and another answers", async (t) => {
  const { admin, ctx } = await site.service.newOrganization();
  const { create } = await import("@parley/core/agent/agent");
  const starter_prompts = ["What do you know?"];
  const agent = await create(ctx, { name: "Librarian", published: true, starter_prompts });
  const page = await site.openPage(t, { person: admin, path: `?agent=${agent.id}` });
  await page.getByRole("button", { name: "What do you know?" }).waitFor();
  assert.equal(await page.getByText("The agent of this address").count(), 0);
  await page.goto(`${site.baseUrl}/app/?agent=${nobody}`);
  await page.getByText("The agent of this address is not there").waitFor();
});
