import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { conceptsOf } from "../analyst/meaning/concepts.ts";
import { type ModelServer, type Reply, startModelServer, textOf } from "../support/model-server.ts";
import { compatibleEmbeddingWire } from "../support/model-servers/embeddings.ts";
import { startWireServer, type WireServer } from "../support/model-servers/wire.ts";
import { type Service, startService } from "../support/service.ts";

const HANDBOOK =
  "# Handbook\n\n## Annual leave\n\nEverybody has 28 days of annual leave.\n\n## Delivery\n\nA parcel takes two days.\n";

describe("a service with an embedding model", () => {
  let service: Service;
  let model: ModelServer;
  let embedder: WireServer;
  let tenant: Awaited<ReturnType<Service["newOrganization"]>>;

  beforeAll(async () => {
    const search: Reply = [{ tool: "search_documents", args: { query: "vacation" } }];
    [model, embedder] = await Promise.all([
      startModelServer(({ body }) =>
        body.messages.at(-1)?.role === "tool" ? [{ text: "Everybody has 28 days [p1]." }] : search,
      ),
      startWireServer(compatibleEmbeddingWire(conceptsOf), [[]]),
    ]);
    service = await startService({
      MODEL_BASE_URL: model.url,
      MODEL_ID: "scripted",
      EMBEDDING_MODEL: "text-embedding-3-small",
      EMBEDDING_BASE_URL: `${embedder.url}/v1`,
      EMBEDDING_API_KEY: "sk-embeddings",
    });
    tenant = await service.newOrganization();
  }, 60_000);
  afterAll(async () => {
    await service.stop();
    await Promise.all([model.close(), embedder.close()]);
  });

  const asAdmin = (request: string, body?: object) =>
    service.call(request, { token: tenant.admin.token, ...(body && { body }) });

  async function upload(filename: string, content: string): Promise<string> {
    const form = new FormData();
    form.append("files", new Blob([content], { type: "text/markdown" }), filename);
    const response = await fetch(`${service.cloud.baseUrl}/v1/uploads`, {
      method: "POST",
      headers: { authorization: `Bearer ${tenant.admin.token}` },
      body: form,
    });
    const { uploads } = (await response.json()) as { uploads: { id: string }[] }; // the service's own answer
    return uploads[0]?.id ?? "";
  }

  test("embeds a document that is added, and its answer cites what has none of the question's words", async () => {
    const project = (await asAdmin("POST /v1/admin/projects", { name: "Policies" })).body.id;
    const path = `/v1/admin/projects/${project}/documents`;
    expect((await asAdmin(`POST ${path}`, { upload_ids: [await upload("handbook.md", HANDBOOK)] })).status).toBe(202);
    const statuses = async () =>
      (await asAdmin(`GET ${path}`)).body.documents.map(({ status }: { status: string }) => status);
    await expect.poll(statuses, { timeout: 20_000 }).toEqual(["ready"]);
    expect(embedder.requests.map(({ body }) => body["input"])).toEqual([
      [expect.stringContaining("28 days of annual leave"), expect.stringContaining("A parcel")],
    ]);

    const { token } = await tenant.add();
    const chat = await service.call("POST /v1/chats/create", { token, body: { scoped_project_ids: [project] } });
    await service.ask(token, { chat_id: chat.body.id, message: "How much vacation do I get?" });
    expect(embedder.requests.at(-1)?.body["input"]).toEqual(["vacation"]);
    expect(embedder.problems).toEqual([]);
    expect(textOf(model.requests.at(-1)?.body.messages.at(-1))).toContain("28 days of annual leave");
    const { body } = await service.call(`GET /v1/chats/${chat.body.id}`, { token });
    const { content, metadata } = body.messages.at(-1);
    expect(content).toBe("Everybody has 28 days [1].");
    expect(metadata.citations).toMatchObject([{ project_id: project, place: "Handbook › Annual leave" }]);
    expect(metadata.verification.status).toBe("grounded");
    expect(metadata.usage.input_tokens).toBe(207);
    expect(metadata.model_id).toBe("scripted");
  });
});
