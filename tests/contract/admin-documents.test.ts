import { randomUUID } from "node:crypto";
import { limits } from "@parley/contract/limits";
import { expr } from "@parley/core/store/expression";
import { documentsKey } from "@parley/core/project/manifest";
import { makePdf } from "@parley/local/demo/documents/pdf";
import { describe, expect, it } from "vitest";
import { databaseFile } from "../support/database-file.ts";
import { createTenant } from "../support/tenant.ts";
import { projectsPath, useCollections } from "./collections-scene.ts";

const scene = useCollections();
const { asAdmin, add, documentsOf, list, newProject, upload, work } = scene;
const path = `${projectsPath}/{project_id}/documents`;
const notFound = { status: 404, text: '{"detail":"Document not found","code":"DOCUMENT_NOT_FOUND"}' };
const idsIn = ({ documents }: { documents: { id: string }[] }) => documents.map(({ id }) => id);
const DAY = 24 * 60 * 60 * 1000;
const handbook = "# Handbook\n\n## Returns\n\nGoods can be returned within 30 days.\n\n## Shipping\n\nFree over 50.\n";

describe(`POST ${path}`, () => {
  it("answers 202 with documents that are indexing; the worker reads them, and they are ready", async () => {
    const project = await newProject();
    const answer = await add(project, { "hand-book.md": handbook, "rates.csv": "zone,price\nNorth,5\n" });
    expect(answer.status).toBe(202);
    expect(answer.body.documents).toEqual([
      {
        id: expect.any(String),
        title: "hand book",
        filename: "hand-book.md",
        mime_type: "text/markdown",
        size_bytes: handbook.length,
        status: "indexing",
        passages: null,
        error: null,
        created_at: expect.any(String),
      },
      expect.objectContaining({ title: "rates", mime_type: "text/csv", status: "indexing" }),
    ]);
    expect((await list(project)).documents).toEqual(answer.body.documents);
    expect(scene.queued).toEqual(
      idsIn(answer.body).map((document_id) => ({
        kind: "document",
        organization_id: scene.service.tenant.id,
        project_id: project,
        document_id,
      })),
    );
    await work();
    expect((await list(project)).documents).toMatchObject([
      { status: "ready", passages: 2, error: null },
      { status: "ready", passages: 1, error: null },
    ]);
  });

  it("reads txt, md, pdf, csv, tsv and json, and refuses what has no text", async () => {
    const project = await newProject();
    const files = {
      "a.txt": "Alpha",
      "b.md": "# Beta\n\nMore.",
      "c.pdf": new Uint8Array(makePdf([[{ kind: "text", text: "Gamma" }]])),
      "d.csv": "delta\n1\n",
      "e.tsv": "epsilon\n1\n",
    };
    await add(project, files);
    await add(project, { "f.json": '{"zeta":1}' });
    await work();
    const { documents } = await list(project);
    expect(documents.map(({ status }: { status: string }) => status)).toEqual(Array(6).fill("ready"));
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]);
    const sqlite = new Uint8Array(await databaseFile("CREATE TABLE depots (id INTEGER)"));
    for (const [filename, bytes] of [
      ["h.png", png],
      ["i.sqlite", sqlite],
      ["j.db", sqlite],
    ] as const) {
      const detail = `${filename} cannot be a document. Documents are txt, md, pdf, csv, tsv, json`;
      const refused = await add(project, { "g.txt": "Eta", [filename]: bytes });
      expect(refused).toMatchObject({ status: 400, body: { code: "DOCUMENT_TYPE_UNSUPPORTED", detail } });
    }
    expect((await list(project)).documents).toHaveLength(6);
  });

  it("says in plain words why a file could not be read", async () => {
    const project = await newProject();
    await add(project, { "broken.pdf": "%PDF-1.7 and nothing else", "empty.txt": " \n " });
    await work();
    expect((await list(project)).documents).toMatchObject([
      { status: "failed", passages: null, error: "The file could not be read: it is not a readable PDF." },
      { status: "failed", passages: null, error: "The file could not be read: no text was found in it." },
    ]);
  });

  it("copies the uploads: documents stay when those are gone after 24 hours (D39)", async () => {
    const project = await newProject();
    const [upload_id = ""] = await upload({ "a.txt": "The word is alpha." });
    await asAdmin(`POST ${documentsOf(project)}`, { upload_ids: [upload_id] });
    scene.service.clock.advance(DAY + 60 * 60 * 1000);
    await scene.sweep();
    const fresh = await createFreshAdmin();
    expect((await scene.as(fresh, `GET /v1/uploads/${upload_id}`)).status).toBe(404);
    await work();
    const { body } = await scene.as(fresh, `GET ${documentsOf(project)}`);
    expect(body.documents).toMatchObject([{ status: "ready", passages: 1 }]);
    const found = await scene.as(fresh, `GET ${projectsPath}/${project}/passages?q=alpha`);
    expect(found.body.passages).toMatchObject([{ quote: "The word is alpha." }]);
  });

  it("takes the caller's own uploads only, and all of them or none", async () => {
    const project = await newProject();
    const { tenant, environment } = scene.service;
    const [mine = ""] = await upload({ "a.txt": "One." });
    const [members] = await upload({ "b.txt": "Two." }, tenant.member);
    const [foreign] = await upload({ "c.txt": "Three." }, (await createTenant(environment)).admin);
    const refused = { status: 404, text: '{"detail":"Upload not found","code":"UPLOAD_NOT_FOUND"}' };
    for (const id of [members, foreign, randomUUID(), "nonsense"])
      expect(await asAdmin(`POST ${documentsOf(project)}`, { upload_ids: [mine, id] })).toMatchObject(refused);
    const announced = await asAdmin("POST /v1/uploads", {
      files: [{ filename: "d.txt", mime_type: "text/plain", size_bytes: 5 }],
    });
    const pending = announced.body.uploads[0].id;
    expect(await asAdmin(`POST ${documentsOf(project)}`, { upload_ids: [mine, pending] })).toMatchObject(refused);
    expect((await list(project)).documents).toEqual([]);
    expect(await scene.filesOf()).toEqual([]);
    expect(scene.queued).toEqual([]);
    const twice = await asAdmin(`POST ${documentsOf(project)}`, { upload_ids: [mine, mine], title: "Both" });
    expect(twice.body.documents).toMatchObject([{ title: "Both" }]);
  });

  it("is refused beyond 1,000 documents, however many come at once", async () => {
    const project = await newProject();
    const { ctx, id } = scene.service.tenant;
    await ctx.table.update(documentsKey(id, project), expr`SET #count = ${limits.documents_per_project - 3}`);
    const upload_ids = await upload({ "a.txt": "One.", "b.txt": "Two." });
    const create = () => asAdmin(`POST ${documentsOf(project)}`, { upload_ids });
    const answers = await Promise.all([create(), create(), create()]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 400, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused?.body).toEqual({ detail: "A project has at most 1000 documents", code: "DOCUMENT_LIMIT" });
    expect((await list(project)).documents).toHaveLength(2);
  });

  it("takes twenty requests a minute, and spends none of them on what could not be done", async () => {
    const project = await newProject();
    const upload_ids = await upload({ "a.txt": "One." });
    const create = (ids: string[]) => asAdmin(`POST ${documentsOf(project)}`, { upload_ids: ids });
    for (let asked = 0; asked < 21; asked += 1) expect((await create([randomUUID()])).status).toBe(404);
    for (let asked = 0; asked < 20; asked += 1) expect((await create(upload_ids)).status).toBe(202);
    expect(await create(upload_ids)).toMatchObject({ status: 429, body: { code: "RATE_LIMIT" } });
    scene.service.clock.advance(60_000);
    expect((await create(upload_ids)).status).toBe(202);
  });

  it("names a document after its file, whatever that is called", async () => {
    const project = await newProject();
    const { body } = await add(project, { "_-_.txt": "One.", "return-policy_2.md": "Two.", "a.b.csv": "c\n1\n" });
    expect(body.documents.map(({ title }: { title: string }) => title)).toEqual(["_-_.txt", "return policy 2", "a.b"]);
  });

  it.each([
    ["no uploads", { upload_ids: [] }],
    ["21 uploads", { upload_ids: Array.from({ length: 21 }, () => randomUUID()) }],
    ["an empty title", { upload_ids: [randomUUID()], title: "" }],
    ["a long title", { upload_ids: [randomUUID()], title: "x".repeat(201) }],
    ["uploads that are no list", { upload_ids: "all" }],
  ])("is 422 with %s", async (_what, body) => {
    expect((await asAdmin(`POST ${documentsOf(await newProject())}`, body)).status).toBe(422);
  });
});

/** An admin of the tenant whose token is from now. */
const createFreshAdmin = () => scene.service.tenant.add("admin");

describe(`GET ${path}`, () => {
  it("shows pages, the oldest first, and no cursor on the last one", async () => {
    const project = await newProject();
    const { body } = await add(project, { "a.txt": "1", "b.txt": "2", "c.txt": "3", "d.txt": "4", "e.txt": "5" });
    const first = await list(project, "?limit=2");
    const second = await list(project, `?limit=3&cursor=${first.next_cursor}`);
    expect([...idsIn(first), ...idsIn(second)]).toEqual(idsIn(body));
    expect(second.next_cursor).toBeNull();
    expect(await asAdmin(`GET ${documentsOf(project)}?cursor=x`)).toMatchObject({ body: { code: "INVALID_CURSOR" } });
  });
});

describe(`PATCH ${path}/{document_id}`, () => {
  it("changes the title that searches and citations have from then on", async () => {
    const project = await newProject();
    const [id] = idsIn((await add(project, { "a.md": handbook })).body);
    await work();
    const renamed = await asAdmin(`PATCH ${documentsOf(project)}/${id}`, { title: "Our handbook" });
    expect(renamed).toMatchObject({ status: 200, body: { id, title: "Our handbook", status: "ready", passages: 2 } });
    expect(await scene.find(project, "returned goods")).toMatchObject([{ document_id: id, title: "Our handbook" }]);
    for (const body of [{}, { title: "" }, { title: "x".repeat(201) }, { title: null }])
      expect((await asAdmin(`PATCH ${documentsOf(project)}/${id}`, body)).status).toBe(422);
  });
});

describe(`DELETE ${path}/{document_id}`, () => {
  it("removes a document with its files, and its passages are found no more", async () => {
    const project = await newProject();
    const [id, other] = idsIn((await add(project, { "a.txt": "Alpha.", "b.txt": "Alpha, too." })).body);
    await work();
    expect(await asAdmin(`DELETE ${documentsOf(project)}/${id}`)).toMatchObject({
      status: 200,
      body: { message: "Document deleted successfully" },
    });
    expect(await scene.find(project, "alpha")).toMatchObject([{ document_id: other }]);
    expect(idsIn(await list(project))).toEqual([other]);
    expect((await scene.filesOf()).filter((key) => key.includes(id ?? ""))).toEqual([]);
    expect((await asAdmin(`GET ${projectsPath}`)).body.projects).toMatchObject([{ document_count: 1 }]);
    expect(await asAdmin(`DELETE ${documentsOf(project)}/${id}`)).toMatchObject(notFound);
  });
});

describe("documents that are somebody else's, or none", () => {
  it("are answered alike, in another project of the organization, too", async () => {
    const [project, another] = [await newProject(), await newProject()];
    const [id] = idsIn((await add(project, { "a.txt": "One." })).body);
    const stranger = (await createTenant(scene.service.environment)).admin;
    const places = [
      [another, id],
      [project, randomUUID()],
      [randomUUID(), id],
      ["nonsense", "nonsense"],
    ];
    for (const [project_id = "", document_id = ""] of places) {
      const address = `${documentsOf(project_id)}/${document_id}`;
      expect(await asAdmin(`PATCH ${address}`, { title: "Mine" })).toMatchObject(notFound);
      expect(await asAdmin(`DELETE ${address}`)).toMatchObject(notFound);
    }
    const address = `${documentsOf(project)}/${id}`;
    expect(await scene.as(stranger, `PATCH ${address}`, { title: "Mine" })).toMatchObject(notFound);
    expect(await scene.as(stranger, `DELETE ${address}`)).toMatchObject(notFound);
    for (const request of [`PATCH ${address}`, `DELETE ${address}`])
      expect((await scene.as(scene.service.tenant.member, request, { title: "Mine" })).status).toBe(403);
    expect((await list(project)).documents).toMatchObject([{ id, title: "a" }]);
  });
});

describe(`GET ${projectsPath}/{project_id}/passages`, () => {
  it("finds what the agent would find, best first, in this project only", async () => {
    const [project, another] = [await newProject(), await newProject()];
    await add(project, { "handbook.md": handbook, "other.txt": "Nothing of the kind." });
    await add(another, { "copy.md": handbook });
    await work();
    const passages = await scene.find(project, "returning goods");
    expect(passages).toEqual([
      {
        document_id: idsIn(await list(project))[0],
        title: "handbook",
        place: "Handbook › Returns",
        quote: "Goods can be returned within 30 days.",
        passage: 0,
        score: expect.any(Number),
      },
    ]);
    expect(await scene.find(project, "unheard")).toEqual([]);
    expect(await scene.find(await newProject(), "returning goods")).toEqual([]);
  });

  it("finds six passages at most, and none of documents that are still to be read", async () => {
    const project = await newProject();
    const sections = Array.from({ length: 9 }, (_, at) => `## Part ${at}\n\nThe returns of part ${at}.`);
    await add(project, { "parts.md": sections.join("\n\n") });
    expect(await scene.find(project, "returns")).toEqual([]);
    await work();
    expect(await scene.find(project, "returns")).toHaveLength(limits.passages_found);
  });

  it("takes 1 to 500 characters, and thirty searches a minute", async () => {
    const project = await newProject();
    const search = (query: string) => asAdmin(`GET ${projectsPath}/${project}/passages${query}`);
    expect((await search("")).status).toBe(422);
    expect((await search("?q=")).status).toBe(422);
    expect((await search(`?q=${"x".repeat(501)}`)).status).toBe(422);
    const answers = [];
    for (let asked = 0; asked < 31; asked += 1) answers.push(await search("?q=x"));
    expect(answers.map(({ status }) => status)).toEqual([...Array(30).fill(200), 429]);
    expect(answers.at(-1)?.body).toMatchObject({ code: "RATE_LIMIT" });
    scene.service.clock.advance(60_000);
    expect((await search("?q=x")).status).toBe(200);
  });
});
