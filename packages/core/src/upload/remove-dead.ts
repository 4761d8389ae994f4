import { iso } from "../environment/clock.ts";
import type { Base, WithFiles } from "../environment/context.ts";
import { log } from "../observe/log.ts";
import type { Key } from "../store/table-item.ts";
import { dueUploads } from "./lifetime.ts";
import { readingObject, uploadObject, type UploadRecord } from "./record.ts";

/** Milliseconds after its death in which an upload is left alone, whatever the clocks of several environments say. */
const GRACE = 60_000;

/** Dead uploads that one step of a sweep removes: what one read takes. */
const STEP = 100;

/**
 * Removes uploads that no message attached within 24 hours, bytes first and records last, so that an interrupted sweep is
 * taken up by the next. For the sweeper; throws in the end if some could not be removed, once all others were. The
 * bucket needs no lifecycle rule for them: a rule knows prefixes and ages only, so attached files would have to be copied
 * out of its reach.
 */
export async function removeDead(ctx: Base & WithFiles, deadline = Infinity): Promise<number> {
  const until = iso(ctx.clock.now() - GRACE);
  let removed = 0;
  let failed = 0;
  let after: Record<string, unknown> | undefined;
  do {
    const { items, next } = await ctx.table.query<Key>({
      pk: dueUploads,
      between: ["0", until],
      index: true,
      limit: STEP,
      after,
    });
    // The index may still show an upload that has just been attached; the table knows.
    const found = await ctx.table.getMany<UploadRecord>(items, { consistent: true });
    const dead = found
      .filter((upload) => upload !== undefined)
      .filter(({ dies_at }) => dies_at !== undefined && dies_at <= until);
    try {
      await ctx.files.remove(
        dead.flatMap((upload) => [uploadObject(upload, upload.id), readingObject(upload, upload.id)]),
      );
      await ctx.table.removeMany(dead);
      removed += dead.length;
    } catch (error) {
      failed += dead.length;
      log("error", "dead uploads could not be removed", { count: dead.length }, error);
    }
    after = next;
  } while (after && ctx.clock.now() < deadline);
  if (failed > 0) throw new Error(`${failed} dead uploads could not be removed`);
  return removed;
}
