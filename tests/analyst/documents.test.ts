import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { searchDocuments } from "@parley/analyst/documents/search";
import type { MemberContext, OrganizationContext, WithFiles } from "@parley/core/environment/context";
import type { Files } from "@parley/core/store/files";
import * as Member from "@parley/core/member/member";
import * as Document from "@parley/core/project/document";
import { manifestKey } from "@parley/core/project/document-files";
import * as Project from "@parley/core/project/project";
import type { ProjectRecord } from "@parley/core/project/record";
import { makePdf } from "@parley/local/demo/documents/pdf";
import { startModelServer, textOf } from "../support/model-server.ts";
import { baseFor } from "../support/environment.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { startFiles } from "./files.ts";
import { never } from "./stored-files.ts";
import { ask, only, questionOf, toolsOf } from "./support.ts";

let table: TestTable;
let bucket: Awaited<ReturnType<typeof startFiles>>;
let ctx: OrganizationContext & WithFiles;
let ada: MemberContext & WithFiles;

beforeAll(async () => {
  [table, bucket] = await Promise.all([startTable(), startFiles()]);
});
afterAll(async () => {
  await Promise.all([table.stop(), bucket.stop()]);
});

const newOrganization = async () => {
  const base = baseFor(table);
  ctx = { ...base, files: bucket.files, actor: { organization_id: base.ids.next() } };
  const { id } = await Member.create(ctx, { email: "ada@example.com", name: "Ada" });
  ada = { ...ctx, actor: { ...ctx.actor, member_id: id } };
};
const handbook = `# Handbook\n\n## Returns\n\nGoods can be returned within 30 days. Opened software is excluded.\n\n## Shipping\n\nOrders over 50 euros ship free of charge.\n`;
const text = (content: string) => new TextEncoder().encode(content);
const add = (project: string, filename: string, content: string | Uint8Array) =>
  Document.create(ctx, project, {
    filename,
    bytes: typeof content === "string" ? text(content) : content,
  });
const asking = (message: string, project: ProjectRecord) =>
  questionOf({
    organization: { id: ctx.actor.organization_id, name: "Acme" },
    message,
    scope: [{ id: project.id, name: project.name, description: null }],
  });

describe("projects", () => {
  beforeAll(newOrganization);

  test("are seen by everybody, or by the members on their list", async () => {
    const open = await Project.create(ctx, { name: "Open", tags: ["a"] });
    const closed = await Project.create(ctx, {
      name: "Closed",
      description: "Hers",
      member_ids: [ada.actor.member_id],
    });
    const ben = { ...ada, actor: { ...ada.actor, member_id: ctx.ids.next() } };
    expect((await Project.list(ada)).map(({ name }) => name)).toEqual(["Open", "Closed"]);
    expect((await Project.list(ben)).map(({ name }) => name)).toEqual(["Open"]);
    expect(await Project.permitted(ada, [closed.id, "nonsense", ctx.ids.next(), open.id])).toEqual([
      closed.id,
      open.id,
    ]);
    expect(await Project.permitted(ben, [closed.id, open.id])).toEqual([open.id]);

    expect(await Project.update(ctx, closed.id, { member_ids: null, description: null })).toMatchObject({
      name: "Closed",
    });
    expect(await Project.permitted(ben, [closed.id])).toEqual([closed.id]);
  });

  test("are another organization's secret", async () => {
    const project = await Project.create(ctx, { name: "Ours" });
    const stranger = { ...ada, actor: { organization_id: ctx.ids.next(), member_id: ada.actor.member_id } };
    expect(await Project.find(stranger, project.id)).toBeUndefined();
    expect(await Project.permitted(stranger, [project.id])).toEqual([]);
    await expect(Project.remove(stranger, project.id)).rejects.toThrow("Project not found");
    expect(await Project.find(ctx, project.id)).toBeDefined();
  });

  test("take their documents along when they are removed", async () => {
    const project = await Project.create(ctx, { name: "Short-lived" });
    await add(project.id, "a.txt", "One.");
    await Project.remove(ctx, project.id);
    expect(await Document.list(ctx, project.id)).toEqual([]);
    expect(await ctx.files.get(manifestKey(ctx.actor.organization_id, project.id))).toBeUndefined();
  });
});

const shelf = () => ({ files: ctx.files, organizationId: ctx.actor.organization_id });

describe("documents", () => {
  beforeAll(newOrganization);

  test("are found by their words, in the projects that are searched and no others", async () => {
    const [one, two] = [await Project.create(ctx, { name: "One" }), await Project.create(ctx, { name: "Two" })];
    await add(one.id, "handbook.md", handbook);
    await add(two.id, "other.txt", "Returned goods go to Leeds.");
    const search = (projects: string[], query: string) =>
      searchDocuments(shelf(), { projectIds: projects, query, limit: 5 }, never);
    const [first, ...rest] = await search([one.id], "returning goods");
    expect(first?.citation).toMatchObject({ project_id: one.id, title: "handbook", place: "Handbook › Returns" });
    expect(first?.citation.quote).toContain("returned within 30 days");
    expect(rest.every(({ citation }) => citation.project_id === one.id)).toBe(true);
    expect(await search([two.id], "shipping")).toEqual([]);
    expect(
      await searchDocuments(
        { ...shelf(), organizationId: ctx.ids.next() },
        { projectIds: [one.id], query: "returning goods", limit: 5 },
        never,
      ),
    ).toEqual([]);
  });

  test("that are added, renamed and removed are so at the next search", async () => {
    const project = await Project.create(ctx, { name: "Changing" });
    const documents = await Promise.all(
      ["alpha", "beta", "gamma"].map((word) => add(project.id, `${word}.txt`, `The word is ${word}.`)),
    );
    const titles = async () =>
      (await searchDocuments(shelf(), { projectIds: [project.id], query: "word", limit: 9 }, never))
        .map(({ citation }) => citation.title)
        .toSorted();
    expect(await titles()).toEqual(["alpha", "beta", "gamma"]);
    await Document.update(ctx, project.id, documents[0]?.id ?? "", { title: "First" });
    await Document.remove(ctx, project.id, documents[1]?.id ?? "");
    expect(await titles()).toEqual(["First", "gamma"]);
  });

  test("may be CSV, and PDF with its pages as places", async () => {
    const project = await Project.create(ctx, { name: "Files" });
    await add(project.id, "rates.csv", "zone,price\nNorth,5\nSouth,7\n");
    const page = (line: string) => [{ kind: "text" as const, text: line }];
    await add(
      project.id,
      "review.pdf",
      makePdf([page("Contents of this review."), page("Revenue of the quarter rose by a tenth.")]),
    );
    const find = async (query: string) =>
      (await searchDocuments(shelf(), { projectIds: [project.id], query, limit: 1 }, never))[0]?.citation;
    expect(await find("south zone price")).toMatchObject({
      title: "rates",
      place: "rows 1–2",
      quote: "- zone: South | price: 7",
    });
    expect(await find("quarter revenue")).toMatchObject({ title: "review", place: "page 2" });
  });

  test("are fetched once: reading one to index it remembers it", async () => {
    const project = await Project.create(ctx, { name: "Read once" });
    await add(project.id, "handbook.md", handbook);
    const fetched: string[] = [];
    const watched: Files = {
      ...ctx.files,
      async get(key) {
        fetched.push(key);
        return ctx.files.get(key);
      },
    };
    const search = () =>
      searchDocuments(
        { ...shelf(), files: watched },
        { projectIds: [project.id], query: "returning goods", limit: 1 },
        never,
      );
    const found = await search();
    expect(found).toHaveLength(1);
    const manifest = manifestKey(ctx.actor.organization_id, project.id);
    // Its text, which was not there yet, and its original.
    expect(fetched.filter((key) => key !== manifest)).toHaveLength(2);
    expect(await search()).toEqual(found);
    expect(fetched.filter((key) => key !== manifest)).toHaveLength(2);
  });

  test("are quoted in whole sentences, and found by what the question is about", async () => {
    const project = await Project.create(ctx, { name: "Warranty" });
    const warranty =
      "# Warranty\n\n## Length of the warranty\n\nIt lasts two years from the\nday of delivery, three for lamps.\n\n## Repairs\n\nRepairs take long: twelve days.\n";
    await add(project.id, "terms.md", warranty);
    const found = await searchDocuments(
      shelf(),
      { projectIds: [project.id], query: "How long is the warranty?", limit: 5 },
      never,
    );
    expect(found[0]?.citation).toMatchObject({
      place: "Warranty › Length of the warranty",
      quote: expect.stringContaining("It lasts two years from the day of delivery, three for lamps."),
    });
    expect(found.map(({ citation }) => citation.place)).not.toContain("Warranty");
  });

  test("that cannot be read are passed over", async () => {
    const project = await Project.create(ctx, { name: "Broken" });
    await add(project.id, "broken.pdf", "this is no PDF");
    await add(project.id, "fine.txt", "The answer is here.");
    const found = await searchDocuments(shelf(), { projectIds: [project.id], query: "answer", limit: 5 }, never);
    expect(found.map(({ citation }) => citation.title)).toEqual(["fine"]);
  });
});

describe("answers from documents", () => {
  beforeAll(newOrganization);

  test("of the rules quote the passage and cite it", async () => {
    const project = await Project.create(ctx, { name: "Policies" });
    const document = await add(project.id, "handbook.md", handbook);
    const { events, answer } = await ask(
      asking("Within how many days can goods be returned?", project),
      toolsOf({ files: ctx.files }),
    );
    expect(only(events, "tool_call")[0]?.call.tool).toBe("search_documents");
    expect(answer.type).toBe("final");
    expect(answer.content).toContain("within 30 days");
    expect(answer.metadata.citations).toEqual([
      {
        project_id: project.id,
        document_id: document.id,
        title: "handbook",
        place: "Handbook › Returns",
        quote: expect.stringContaining("30 days"),
        passage: expect.any(Number),
      },
    ]);
  });

  test("of the rules say so when nothing fits", async () => {
    const project = await Project.create(ctx, { name: "Policies" });
    await add(project.id, "handbook.md", handbook);
    const { answer } = await ask(asking("Who invented the telephone?", project), toolsOf({ files: ctx.files }));
    expect(answer.type).toBe("scope_notice");
    expect(answer.metadata.citations).toBeUndefined();
  });

  test("of a model are searched by its tool and cited", async () => {
    const project = await Project.create(ctx, { name: "Policies" });
    await add(project.id, "handbook.md", handbook);
    const server = await startModelServer([
      [{ tool: "search_documents", args: { query: "free shipping" } }],
      [{ text: "Orders over 50 euros ship free (handbook, Handbook › Shipping)." }],
    ]);
    const { answer } = await ask(asking("Is shipping free?", project), toolsOf({ url: server.url, files: ctx.files }));
    await server.close();
    expect(textOf(server.requests[1]?.body.messages.at(-1))).toContain("Orders over 50 euros ship free of charge.");
    expect(answer.metadata.citations?.map(({ place }) => place)).toEqual(["Handbook › Shipping"]);
  });

  test("read the documents that the message names", async () => {
    const project = await Project.create(ctx, { name: "Policies" });
    const document = await add(project.id, "handbook.txt", handbook);
    const server = await startModelServer([[{ text: "Yes." }]]);
    const question = {
      ...asking("Is that so?", project),
      scope: [],
      attached_files: [{ project_id: project.id, document_id: document.id }],
    };
    await ask(question, toolsOf({ url: server.url, files: ctx.files }));
    await server.close();
    const instructions = textOf(server.requests[0]?.body.messages[0]);
    expect(instructions).toContain("Opened software is excluded.");
    expect(instructions).not.toMatch(/^# /m);
  });

  test("read no more than the documents that are named and have room, each once, however often they are named", async () => {
    const project = await Project.create(ctx, { name: "Large" });
    const documents = await Promise.all(
      Array.from({ length: 12 }, (_, at) => add(project.id, `chapter-${at}.txt`, `${handbook}\n`.repeat(60))),
    );
    const keys: string[] = [];
    const files = { ...ctx.files, get: (key: string) => (keys.push(key), ctx.files.get(key)) };
    const server = await startModelServer([[{ text: "Yes." }]]);
    const named = documents.slice(0, 5).map(({ id }) => ({ project_id: project.id, document_id: id }));
    const question = {
      ...asking("Is that so?", project),
      scope: [],
      attached_files: [...named, ...named, ...named, ...named],
    };
    await ask(question, toolsOf({ url: server.url, files }));
    await server.close();
    const read = documents.filter(({ id }) => keys.some((key) => key.includes(id)));
    expect(read.map(({ id }) => id)).toEqual(named.slice(0, 2).map(({ document_id }) => document_id));
    expect(keys.filter((key) => key.endsWith("manifest.json"))).toHaveLength(1);
    const instructions = textOf(server.requests[0]?.body.messages[0]);
    expect(instructions.match(/^### chapter/gim)).toHaveLength(5);
  });
});
