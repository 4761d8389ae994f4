import { documentOperations } from "@parley/contract/document";
import type { Base, WithFiles, WithQueue } from "@parley/core/environment/context";
import * as Document from "@parley/core/project/document";
import { presentDocument } from "@parley/core/project/document-record";
import { wakeToIndex } from "@parley/core/project/indexing-wakes";
import * as Project from "@parley/core/project/project";
import { endpointsWith } from "./endpoint.ts";

const endpoint = endpointsWith<Base & WithFiles & WithQueue>();

export const adminDocuments = [
  endpoint(documentOperations.list, async ({ ctx, params, query }) => {
    const { id } = await Project.get(ctx, params.project_id);
    const { documents, next_cursor } = await Document.page(ctx, id, query);
    return { documents: documents.map(presentDocument), next_cursor };
  }),
  endpoint(documentOperations.create, async ({ ctx, params, body }) => {
    const { id } = await Project.get(ctx, params.project_id);
    const documents = await Document.createFromUploads(ctx, id, body);
    await wakeToIndex(ctx, ctx.actor.organization_id, documents);
    return { documents: documents.map(presentDocument) };
  }),
  endpoint(documentOperations.update, async ({ ctx, params, body }) =>
    presentDocument(await Document.update(ctx, params.project_id, params.document_id, body)),
  ),
  endpoint(documentOperations.remove, async ({ ctx, params }) => {
    await Document.remove(ctx, params.project_id, params.document_id);
    return { message: "Document deleted successfully" };
  }),
  endpoint(
    documentOperations.search,
    async ({ ctx, params, query }) => {
      // What ranks passages is loaded with the first search.
      const { search } = await import("@parley/core/project/passages");
      return { passages: await search(ctx, params.project_id, query.q) };
    },
    // It spends budget, as writes do.
    { membership: "before" },
  ),
];
