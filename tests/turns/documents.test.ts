import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ModelServer, type Reply, startModelServer, textOf } from "../support/model-server.ts";
import { type Service, startService } from "../support/service.ts";
import { databaseFile } from "../support/database-file.ts";

const POLICY =
  "# Returns\n\n## Period\n\nGoods can be returned within 30 days of delivery.\n\n## Costs\n\nReturns below 40 euros are paid by the customer.\n";

describe("an answer that needs a document and a database", () => {
  let service: Service;
  let model: ModelServer;
  let tenant: Awaited<ReturnType<Service["newOrganization"]>>;
  let scope: { integration_id: string; scoped_project_ids: string[] };
  let documentId: string;
  let script: readonly Reply[] = [];
  let asked = 0;

  beforeAll(async () => {
    model = await startModelServer(() => script[Math.min(asked++, script.length - 1)] ?? []);
    service = await startService({ MODEL_BASE_URL: model.url, MODEL_ID: "scripted" });
    // Imported only now: they read the environment that the cloud has set.
    const [Integration, { keepDatabaseFile }, Project, Document] = await Promise.all([
      import("@parley/core/integration/integration"),
      import("@parley/core/integration/database-file"),
      import("@parley/core/project/project"),
      import("@parley/core/project/document"),
    ]);
    tenant = await service.newOrganization();
    const ctx = { ...service.environment, actor: tenant.ctx.actor };
    const file = await databaseFile(
      "CREATE TABLE returns (id INTEGER PRIMARY KEY, days_after_delivery INTEGER); INSERT INTO returns VALUES (1, 3), (2, 31), (3, 45), (4, 29)",
    );
    const config = await keepDatabaseFile(ctx, file, { engine: "sqlite", name: "shop.sqlite" });
    const integration = await Integration.create(tenant.ctx, { display_name: "Shop", config });
    const project = await Project.create(ctx, { name: "Policies" });
    const document = await Document.create(ctx, project.id, {
      filename: "returns.md",
      bytes: new TextEncoder().encode(POLICY),
    });
    documentId = document.id;
    scope = { integration_id: integration.id, scoped_project_ids: [project.id] };
  }, 60_000);
  afterAll(async () => {
    await service.stop();
    await model.close();
  });

  async function ask(replies: readonly Reply[], message: string) {
    script = replies;
    asked = 0;
    const before = model.requests.length;
    const { token } = await tenant.add();
    const chat = await service.call("POST /v1/chats/create", { token, body: scope });
    const events = await service.ask(token, { chat_id: chat.body.id, message });
    const { body } = await service.call(`GET /v1/chats/${chat.body.id}`, { token });
    const text = events.flatMap(({ event, data }) => (event === "text_delta" ? [data.content] : [])).join("");
    return { text, last: events.at(-1), kept: body.messages.at(-1), requests: model.requests.slice(before) };
  }
  const search: Reply = [{ tool: "search_documents", args: { query: "days in which goods can be returned" } }];
  const late = "SELECT count(*) AS late FROM returns WHERE days_after_delivery > 30";

  test("cites the passage, and each of its numbers has a source: the document or the result", async () => {
    const { text, last, kept, requests } = await ask(
      [
        search,
        [{ tool: "run_sql", args: { sql: late } }],
        [{ text: "Goods can be returned within 30 days [p" }, { text: "1]. 2 returns came later." }],
      ],
      "How many returns came after the period that our policy allows?",
    );
    expect(textOf(requests[1]?.body.messages.at(-1))).toContain("within 30 days of delivery");
    expect(textOf(requests[2]?.body.messages.at(-1))).toContain("[[2]]");
    const content = "Goods can be returned within 30 days [1]. 2 returns came later.";
    expect(text).toBe(content);
    expect(last).toMatchObject({ event: "message", data: { content } });
    expect(kept).toMatchObject({ type: "final", content });
    expect(kept.metadata.citations).toEqual([
      {
        project_id: scope.scoped_project_ids[0],
        document_id: documentId,
        title: "returns",
        place: "Returns › Period",
        quote: "Goods can be returned within 30 days of delivery.",
        passage: expect.any(Number),
      },
    ]);
    expect(kept.metadata.verification).toEqual({
      status: "grounded",
      numbers: [
        { text: "30", source: { derived: "query", from: [] } },
        { text: "2", source: expect.objectContaining({ sql_index: 0, row: 0, column: 0 }) },
      ],
    });
  });

  test("with a number that neither has is asked to correct it, from the passages as well", async () => {
    const { kept, requests } = await ask(
      [
        search,
        [{ tool: "run_sql", args: { sql: "SELECT max(days_after_delivery) AS latest FROM returns" } }],
        [{ text: "Goods can be returned within 14 days [p1]; the latest came after 45." }],
        [{ text: "Goods can be returned within 30 days [p1]." }],
      ],
      "How late was the latest return, and what is allowed?",
    );
    const request = textOf(requests[3]?.body.messages.at(-1));
    expect(request).toContain("“14” stands in no result");
    expect(request).toContain("within 30 days of delivery");
    expect(kept.content).toBe(
      "Goods can be returned within 14 days [1]; the latest came after 45.\n\n**Correction:** Goods can be returned within 30 days [1].",
    );
    expect(kept.metadata.citations).toHaveLength(1);
    expect(kept.metadata.verification).toMatchObject({
      status: "corrected",
      numbers: [
        { text: "14", source: null },
        { text: "45", source: { row: 0 } },
        { text: "30", source: { derived: "document" } },
      ],
    });
  });
});
