/** What the foot of a result says of the numbers in an answer's text: verified, or not, as the service has found. */
import { after, test } from "node:test";
import { type ModelRequest, type Reply, textOf } from "../support/model-server.ts";
import { answered, ask, newest, startChatScene } from "./chat-scene.ts";

const COUNT = "SELECT region, COUNT(*) AS customers FROM customers GROUP BY region ORDER BY region";

/** Runs a query, and then says a number that it brought, or one that nobody has seen. */
async function say({ body }: ModelRequest): Promise<Reply> {
  const from = body.messages.findLastIndex(
    ({ role, content }) => role === "user" && textOf({ role, content }).includes("region"),
  );
  const results = body.messages.slice(from + 1).filter(({ role }) => role === "tool").length;
  if (results === 0) return [{ tool: "run_sql", args: { sql: COUNT } }];
  if (results === 1)
    return [{ tool: "make_chart", args: { result: "r1", chart_type: "bar", label: "region", value: "customers" } }];
  return [
    {
      text: textOf(body.messages[from]).includes("wrong")
        ? "There are 4711 customers in the north."
        : "There is 1 customer in the north.",
    },
  ];
}

const scene = await startChatScene({ say });
after(() => scene.stop());

for (const [question, foot] of [
  ["Customers by region", "Verified"],
  ["Customers by region, wrong", "Not verified"],
] as const)
  void test(`the foot of a result says “${foot}” of the answer to “${question}”`, async (t) => {
    const { page } = await scene.open(t, { path: `?agent=${scene.tenant.agentId}` });
    await ask(page, question);
    await answered(page);
    await newest(page).locator(".source-line").getByText(foot, { exact: true }).waitFor();
  });
