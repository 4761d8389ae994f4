import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Person } from "../support/tenant.ts";
import { createTenant } from "../support/tenant.ts";
import { useCollections } from "./collections-scene.ts";

const scene = useCollections();
const { add, as, asAdmin, documentsOf, newProject, work } = scene;
const notFound = { status: 404, text: '{"detail":"Document not found","code":"DOCUMENT_NOT_FOUND"}' };
const policy =
  "# Policy\n\n## Returns\n\n<b>Goods</b> can be returned.\n\n## Refunds\n\nWithin | ten days.\n\n## Gifts\n\nNever.\n";

/** A project with one document that has been read. */
async function withDocument(fields: object = {}, files: Record<string, string> = { "policy.md": policy }) {
  const project = await newProject(fields);
  const { body } = await add(project, files);
  await work();
  return { project, id: body.documents[0].id as string };
}
const read = (person: Person, project: string, id: string, query = "") =>
  as(person, `GET /v1/projects/${project}/documents/${id}/passages${query}`);

describe("GET /v1/projects/{project_id}/documents/{document_id}/passages", () => {
  it("gives a member a document's passages as text, as they stand in the file", async () => {
    const { project, id } = await withDocument();
    expect(await read(scene.service.tenant.member, project, id)).toMatchObject({
      status: 200,
      body: {
        document: { id, title: "policy", filename: "policy.md", status: "ready", passages: 3 },
        first: 0,
        total: 3,
        passages: [
          { place: "Policy › Returns", text: "Returns\n\n<b>Goods</b> can be returned." },
          { place: "Policy › Refunds", text: "Refunds\n\nWithin | ten days." },
          { place: "Policy › Gifts", text: "Gifts\n\nNever." },
        ],
      },
    });
  });

  it("begins at the passage that is asked for, which is the one that a search names", async () => {
    const { project, id } = await withDocument();
    const [found] = await scene.find(project, "refunds");
    expect(found).toMatchObject({ place: "Policy › Refunds", passage: 1 });
    const { body } = await read(scene.service.tenant.member, project, id, `?first=${found.passage}&limit=1`);
    expect(body).toMatchObject({ first: 1, total: 3, passages: [{ place: "Policy › Refunds" }] });
    const past = await read(scene.service.tenant.member, project, id, "?first=9");
    expect(past.body).toMatchObject({ first: 9, total: 3, passages: [] });
    for (const query of ["?first=-1", "?first=x", "?limit=0", "?limit=201"])
      expect((await read(scene.service.tenant.member, project, id, query)).status).toBe(422);
  });

  it("has no passages of a document that is still to be read, and says that it is", async () => {
    const project = await newProject();
    const { body } = await add(project, { "policy.md": policy });
    const answer = await read(scene.service.tenant.member, project, body.documents[0].id);
    expect(answer.body).toMatchObject({ document: { status: "indexing" }, total: 0, passages: [] });
  });

  it("is for members who may use the project at that moment, and for admins, who search it", async () => {
    const { member, admin } = scene.service.tenant;
    const { project, id } = await withDocument({ member_ids: [member.id] });
    const other = await scene.service.tenant.add("member");
    expect((await read(member, project, id)).status).toBe(200);
    expect((await read(admin, project, id)).status).toBe(200);
    expect(await read(other, project, id)).toMatchObject(notFound);
    await asAdmin(`PATCH /v1/admin/projects/${project}`, { member_ids: [other.id] });
    expect(await read(member, project, id)).toMatchObject(notFound);
    expect((await read(other, project, id)).status).toBe(200);
  });

  it("answers what is another organization's, another project's, deleted or not there alike", async () => {
    const { member } = scene.service.tenant;
    const [{ project, id }, another] = [await withDocument(), await newProject()];
    const stranger = await createTenant(scene.service.environment);
    for (const person of [stranger.admin, stranger.member])
      expect(await read(person, project, id)).toMatchObject(notFound);
    const places: [string, string][] = [
      [another, id],
      [project, randomUUID()],
      [randomUUID(), id],
      ["nonsense", "nonsense"],
    ];
    for (const place of places) expect(await read(member, ...place)).toMatchObject(notFound);
    await asAdmin(`DELETE ${documentsOf(project)}/${id}`);
    expect(await read(member, project, id)).toMatchObject(notFound);
  });
});
