import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makeShopFolder, type ShopFolder } from "../analyst/evaluation/shop-folder.ts";
import { chatWire } from "../support/model-servers/openai-chat.ts";
import { startWireServer, type WireReply, type WireRequest, type WireServer } from "../support/model-servers/wire.ts";
import { root } from "../support/project-files.ts";
import { runHere } from "./command-line.ts";

const ofShop = (question: string, rest: object) => ({ db: "shop", question, ...rest });

const lines = [
  ofShop("How many customers are there?", { sql: "SELECT COUNT(*) FROM customers", class: "count" }),
  ofShop("How many orders are there?", { sql: "SELECT COUNT(*) FROM orders", class: "count" }),
  ofShop("What did each country spend?", {
    sql: "SELECT c.country, SUM(o.total) FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY c.country",
    class: "grouped",
  }),
  ofShop("What is the weather like?", { unanswerable: true }),
];

/** What the model does for a question: the query, if any, and the sentence after it. */
const script: Record<string, { sql?: string; says: string }> = {
  "How many customers are there?": {
    sql: "SELECT COUNT(*) AS customers FROM customers",
    says: "There are 3 customers.",
  },
  // The table is right, the sentence is not, and it stays so when it is told.
  "How many orders are there?": { sql: "SELECT COUNT(*) AS orders FROM orders", says: "There are 1,204 orders." },
  "What did each country spend?": {
    sql: "SELECT country, COUNT(*) AS spent FROM customers GROUP BY country",
    says: "Spain spent the most: 2.",
  },
  "What is the weather like?": { says: "The shop's database has nothing about the weather." },
};

const TextParts = v.union([
  v.string(),
  v.pipe(
    v.array(v.object({ text: v.optional(v.string(), "") })),
    v.transform((parts) => parts.map(({ text }) => text).join("")),
  ),
]);
const Messages = v.array(v.object({ role: v.string(), content: v.nullish(TextParts, "") }));

function replyTo({ body }: WireRequest): WireReply {
  const messages = v.parse(Messages, body["messages"]);
  const question = Object.keys(script).find((each) => messages.some(({ content }) => content?.includes(each)));
  const scripted = script[question ?? ""];
  if (!scripted) throw new Error(`the script has no such question: ${messages.at(-1)?.content}`);
  const hasResult = messages.some(({ role }) => role === "tool");
  if (scripted.sql === undefined || hasResult) return [{ text: scripted.says }];
  return [{ tool: "run_sql", args: { sql: scripted.sql } }];
}

let shop: ShopFolder;
let server: WireServer;
beforeAll(async () => {
  shop = makeShopFolder();
  server = await startWireServer(chatWire("compatible"), replyTo);
  vi.stubEnv("MODEL_BASE_URL", `${server.url}/v1`);
  vi.stubEnv("MODEL_ID", "scripted");
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
  shop.remove();
});

const nowhere = () => Promise.reject(new Error("no deployment is needed for a folder"));
const run = (...args: string[]) =>
  runHere(nowhere, [
    "eval",
    "--questions",
    shop.questions(lines),
    "--databases",
    shop.directory,
    "--model",
    "scripted",
    "--now",
    "2024-06-15",
    ...args,
  ]);

/** A report without what differs from run to run: times, and the order of questions that took about as long. */
const withoutTimes = (report: string): string =>
  report
    .replace(/\nMilliseconds [^]*$/, "")
    .replace(/Tokens: .*/, "Tokens: …")
    .trim();

describe("operator eval of a language model", () => {
  it("judges rows, says whose numbers were checked, and counts tokens", async () => {
    const { code, json } = await run("--json", "--misses");
    expect(code).toBe(0);
    expect(json).toMatchObject({
      model: "scripted",
      through: "analyst",
      total: { questions: 4, strict: 2, answered: 3 },
      misses: { number_in_text: 1, values: 1 },
      false_answers: { questions: 1, answered: 0 },
      said: { questions: 3, said: 1 },
      usage: { input_tokens: expect.any(Number), output_tokens: expect.any(Number), cost_usd: null },
    });
    expect(json.verification).toMatchObject({ unverified: { answers: 1, strict: 0 } });
    expect(json.missed.map(({ detail }: { detail: string | null }) => detail)).toContain("not in the result: 1,204");
    expect(server.problems).toEqual([]);
  });

  it("asks several questions at the same time", async () => {
    const one = await run("--json", "--at-once", "1");
    const four = await run("--json", "--at-once", "4");
    expect(four.json.total).toEqual(one.json.total);
    expect(await run("--at-once", "0")).toMatchObject({ code: 2, stderr: expect.stringContaining("--at-once") });
  });

  it("prints the report that its page shows", async () => {
    const { stdout } = await run("--at-once", "1");
    const page = readFileSync(join(root, "docs/evaluation.md"), "utf8");
    const [, example = ""] = /```text\n([^]*?)```/.exec(page) ?? [];
    expect(withoutTimes(stdout)).toBe(withoutTimes(example));
  });
});
