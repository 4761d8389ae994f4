import type { OrganizationContext, WithFiles } from "@parley/core/environment/context";
import * as Document from "@parley/core/project/document";
import * as Project from "@parley/core/project/project";
import { afterAll, beforeAll } from "vitest";
import { baseFor } from "../support/environment.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { startFiles } from "./files.ts";

/** An organization whose only collection, "Policies", has this handbook in it, and what else is given, for the tests of a file or of a `describe`. */
export function useHandbook(text: string, filename = "handbook.md", others: Readonly<Record<string, string>> = {}) {
  let table: TestTable;
  let bucket: Awaited<ReturnType<typeof startFiles>>;
  let ctx: OrganizationContext & WithFiles;
  let project: { id: string; name: string };
  beforeAll(async () => {
    [table, bucket] = await Promise.all([startTable(), startFiles()]);
    const base = baseFor(table);
    ctx = { ...base, files: bucket.files, actor: { organization_id: base.ids.next() } };
    project = await Project.create(ctx, { name: "Policies" });
    for (const [name, content] of Object.entries({ [filename]: text, ...others }))
      await Document.create(ctx, project.id, { filename: name, bytes: new TextEncoder().encode(content) });
  });
  afterAll(async () => {
    await Promise.all([table.stop(), bucket.stop()]);
  });
  return {
    get files() {
      return ctx.files;
    },
    get organization() {
      return { id: ctx.actor.organization_id, name: "Acme" };
    },
    /** What questions of documents may look into. */
    get scope() {
      return [{ id: project.id, name: project.name, description: null }];
    },
  };
}
