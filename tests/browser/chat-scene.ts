import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { TestContext } from "node:test";
import type { Locator, Page } from "playwright-core";
import { type ModelRequest, type Reply, startModelServer, textOf } from "../support/model-server.ts";
import type { Person } from "../support/tenant.ts";
import { type PageOptions, startConsole } from "./console-service.ts";

/** How many orders the shop has: more than travel with an answer. */
export const ORDERS = 260;
/** What has not come after this time (ms) does not come. */
const WAIT_MS = 12_000;
const REGIONS = ["North", "South", "West"];

/** The bytes of an SQLite database of a shop. */
function makeShop(): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), "parley-shop-"));
  const file = path.join(folder, "shop.sqlite");
  const database = new DatabaseSync(file);
  database.exec(`CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, region TEXT);
    CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers (id), total_amount REAL);`);
  for (const [at, region] of REGIONS.entries()) {
    database.prepare("INSERT INTO customers VALUES (?, ?, ?)").run(at + 1, `Customer ${at + 1}`, region);
  }
  for (let id = 1; id <= ORDERS; id += 1) {
    database.prepare("INSERT INTO orders VALUES (?, ?, ?)").run(id, 1 + (id % REGIONS.length), 10 + id);
  }
  database.close();
  const bytes = readFileSync(file);
  rmSync(folder, { recursive: true });
  return bytes;
}

/** What the scripted model answers, by words of the question. */
async function script({ body }: ModelRequest): Promise<Reply> {
  const question = textOf(body.messages.findLast(({ role }) => role === "user"));
  if (question.includes("endless")) return [{ text: "This is the beginning. " }, { hang: true }];
  if (question.includes("broken")) return { status: 401 };
  return [{ text: "A short answer." }];
}

/** The console with a shop to ask, an agent with starters that answers by rules, and a model that tells what it is told to. */
export async function startChatScene({
  say = script,
  settings = {},
}: { say?: typeof script; settings?: NodeJS.ProcessEnv } = {}) {
  const model = await startModelServer(say);
  const site = await startConsole({ ...settings, MODEL_BASE_URL: model.url, MODEL_ID: "scripted" });
  const [Agent, Integration, Query] = await Promise.all([
    import("@parley/core/agent/agent"),
    import("@parley/core/integration/integration"),
    import("@parley/core/query/query"),
  ]);
  const tenant = await site.service.newOrganization();
  const file = `databases/${tenant.id}/shop.sqlite`;
  await site.service.environment.files.put(file, makeShop(), "application/vnd.sqlite3");
  await Integration.create(tenant.ctx, { display_name: "Shop", config: { engine: "sqlite", file } });
  const starters = ["Total amount by region", "How many orders are there?"];
  await Agent.create(tenant.ctx, {
    name: "Shop analyst",
    published: true,
    is_default: true,
    model_id: "rules",
    starter_prompts: starters,
  });
  const sql = "SELECT id, total_amount FROM orders WHERE total_amount > {{amount}} ORDER BY id";
  await Query.create(tenant.ctx, { title: "Orders above", prompt: "Orders above an amount", sql }, tenant.admin);
  return {
    ...site,
    tenant,
    starters,
    /** Opens the console for a new member, with nothing asked yet. */
    async open(t: TestContext, options: PageOptions = {}): Promise<{ page: Page; person: Person }> {
      const person = options.person ?? (await tenant.add());
      const page = await site.openPage(t, { ...options, person });
      page.setDefaultTimeout(WAIT_MS);
      return { page, person };
    },
    async stop() {
      await site.stop();
      await model.close();
    },
  };
}

/** Where the next question is written. */
export const composer = (page: Page): Locator => page.getByRole("textbox", { name: "Question", exact: true });

/** Asks, without waiting for the answer. */
export async function ask(page: Page, question: string): Promise<void> {
  await composer(page).fill(question);
  await composer(page).press("Enter");
  await page.getByRole("heading", { level: 2, name: question }).last().waitFor();
}

/** The newest question with all that came of it. */
export const newest = (page: Page): Locator => page.getByRole("article").last();

/** Waits until nothing is being answered. */
export const answered = (page: Page): Promise<void> =>
  page.getByRole("button", { name: "Send", exact: true }).waitFor();
