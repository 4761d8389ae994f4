import type { Base, WithFiles, WithQueue } from "../environment/context.ts";
import { sweepWork, wakeWorker } from "../wake/work-sweep.ts";
import type { DocumentWake } from "../wake/wake.ts";
import { type DocumentRecord, documentsIndexing } from "./document-record.ts";
import { giveUp } from "./indexing.ts";

type Named = Pick<DocumentRecord, "project_id" | "id">;

const messageOf = (organization_id: string, { project_id, id }: Named): DocumentWake => ({
  kind: "document",
  organization_id,
  project_id,
  document_id: id,
});

/** Wakes a worker to read documents. A failure only delays it: the sweeper wakes one again. */
export async function wakeToIndex(ctx: WithQueue, organizationId: string, documents: readonly Named[]): Promise<void> {
  await Promise.all(documents.map((document) => wakeWorker(ctx, messageOf(organizationId, document))));
}

/**
 * Looks at every document that is being read, or waits for it: for one without a worker one is woken, and one that was begun too
 * often has failed. For the sweeper: begins nothing after `deadline` (ms). Returns how many were woken and how many failed.
 */
export const sweepDocuments = (ctx: Base & WithFiles & WithQueue, deadline?: number) =>
  sweepWork<DocumentRecord>(
    ctx,
    {
      partition: documentsIndexing,
      message: (document) => messageOf(document.organization_id, document),
      giveUp: (document) => giveUp({ ...ctx, actor: { organization_id: document.organization_id } }, document),
    },
    deadline,
  );
