import * as Document from "@parley/core/project/document";
import { vectorsKey } from "@parley/core/project/document-files";
import * as Project from "@parley/core/project/project";
import { describe, expect, it } from "vitest";
import { useMeaning } from "../analyst/meaning/scene.ts";
import { createTenant } from "../support/tenant.ts";
import { runHere } from "./command-line.ts";

const scene = useMeaning();
const name = "an OpenAI-compatible server";
const text = (content: string) => new TextEncoder().encode(content);

describe("document embed", { timeout: 60_000 }, () => {
  it("asks the embedding model about documents that it has not been asked about, and says how far it is", async () => {
    const { server, own } = await scene.withModel(name);
    const { id: organization } = await createTenant(own);
    const ctx = { ...own, actor: { organization_id: organization } };
    const [one, other] = [await Project.create(ctx, { name: "One" }), await Project.create(ctx, { name: "Other" })];
    const parcel = await Document.create(ctx, one.id, { filename: "parcel.md", bytes: text("A parcel.") });
    const goods = await Document.create(ctx, other.id, { filename: "goods.md", bytes: text("Goods.") });
    const unread = await Document.create(ctx, other.id, { filename: "unread.md", bytes: text("Later.") });
    // They were read before there was an embedding model.
    for (const document of [parcel, goods]) await scene.index({ ...scene.ctx, actor: ctx.actor }, document);
    expect(server.requests).toHaveLength(0);

    const embed = (deployment = own, ...more: string[]) =>
      runHere(async () => deployment, ["document", "embed", "--organization", organization, ...more, "--json"]);
    const first = await embed(own, "--project", one.id);
    expect(first.json).toEqual([
      { project_id: one.id, id: parcel.id, filename: "parcel.md", passages: 1, outcome: "kept" },
    ]);
    expect(first.stderr).toContain("1 of 1: parcel.md, 1 passages: kept");
    expect(await ctx.files.get(vectorsKey(organization, one.id, parcel.id))).toBeDefined();

    const all = await embed();
    expect(all.json).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: parcel.id, outcome: "as it was" }),
        expect.objectContaining({ id: goods.id, outcome: "kept" }),
        expect.objectContaining({ id: unread.id, passages: 0, outcome: "unread" }),
      ]),
    );
    expect(server.requests).toHaveLength(2);

    const { own: away } = await scene.withModel(name, [{ refuses: "overloaded" }], {
      env: { EMBEDDING_MODEL: "another" },
    });
    const later = await embed(away, "--project", one.id);
    expect(later.json).toMatchObject([{ outcome: "later" }]);
  });

  it("says which setting is missing where there is no embedding model", async () => {
    const { id } = await createTenant(scene.ctx);
    const { code, error } = await runHere(async () => scene.ctx, ["document", "embed", "--organization", id, "--json"]);
    expect(code).not.toBe(0);
    expect(error?.message).toContain("EMBEDDING_MODEL");
  });
});
