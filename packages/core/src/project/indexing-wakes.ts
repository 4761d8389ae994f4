import { iso } from "../environment/clock.ts";
import type { Base, WithFiles, WithQueue } from "../environment/context.ts";
import { log } from "../observe/log.ts";
import { expr } from "../store/expression.ts";
import type { Key } from "../store/table-item.ts";
import { isWakeDue } from "../wake/wake-pause.ts";
import { type DocumentRecord, documentsIndexing } from "./document-record.ts";
import { giveUp, isHeld, isUntouched, MOST_ATTEMPTS } from "./indexing.ts";

/** The message of a document that was just added is on its way: the sweeper sends no second one before this (ms). */
const FIRST_WAKE_MS = 5_000;
/** Documents that one step of a sweep reads. */
const DOCUMENTS_PER_STEP = 100;

/** Wakes a worker to read documents. A failure only delays it: the sweeper wakes one again. */
export async function wakeToIndex(
  { queue }: WithQueue,
  organization_id: string,
  documents: readonly Pick<DocumentRecord, "project_id" | "id">[],
): Promise<void> {
  await Promise.all(
    documents.map(async ({ project_id, id }) => {
      try {
        await queue.send({ kind: "document", organization_id, project_id, document_id: id });
      } catch (error) {
        log("warn", "a document could not be queued; the sweeper will", { document_id: id }, error);
      }
    }),
  );
}

/** Wakes a worker for a document that waits for one, if its next message is due. Only one reader of the table sends it. */
async function wakeIfDue(ctx: Base & WithQueue, document: DocumentRecord, organizationId: string): Promise<boolean> {
  const now = ctx.clock.now();
  const { woken_at, wakes = 0 } = document;
  if (woken_at !== undefined && !isWakeDue(now, woken_at, wakes)) return false;
  const isAsSeen = woken_at === undefined ? expr`attribute_not_exists(#woken_at)` : expr`#woken_at = ${woken_at}`;
  const noted = await ctx.table.update(
    document,
    expr`SET #woken_at = ${now}, #wakes = ${wakes + 1}`,
    expr`#status = ${"indexing"} AND (${isUntouched(document)}) AND ${isAsSeen}`,
  );
  if (noted.done) await wakeToIndex(ctx, organizationId, [document]);
  return noted.done;
}

/**
 * Looks at every document that is being read, or waits for it: for one without a worker one is woken, and one that was begun too
 * often has failed. For the sweeper: begins nothing after `deadline` (ms). Returns how many were woken and how many failed.
 */
export async function sweepDocuments(
  ctx: Base & WithFiles & WithQueue,
  deadline = Infinity,
): Promise<Record<"woken" | "failed", number>> {
  const swept = { woken: 0, failed: 0 };
  let after: Record<string, unknown> | undefined;
  do {
    const { items, next } = await ctx.table.query<Key>({
      pk: documentsIndexing,
      between: ["0", iso(ctx.clock.now() - FIRST_WAKE_MS)],
      index: true,
      limit: DOCUMENTS_PER_STEP,
      after,
    });
    for (const document of await ctx.table.getMany<DocumentRecord>(items, { consistent: true })) {
      const now = ctx.clock.now();
      if (now >= deadline) return swept;
      if (document?.organization_id === undefined || document.status !== "indexing" || isHeld(document, now)) continue;
      const { organization_id } = document;
      try {
        if ((document.attempts ?? 0) >= MOST_ATTEMPTS) {
          await giveUp({ ...ctx, actor: { organization_id } }, document);
          swept.failed += 1;
        } else if (await wakeIfDue(ctx, document, organization_id)) swept.woken += 1;
      } catch (error) {
        // One document's fault must not delay the others; it is looked at again in a minute.
        log("error", "a document could not be swept", { document_id: document.id }, error);
      }
    }
    after = next;
  } while (after);
  return swept;
}
