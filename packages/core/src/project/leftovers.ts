import { limits } from "@parley/contract/limits";
import { iso } from "../environment/clock.ts";
import type { Base, WithFiles } from "../environment/context.ts";
import { expr } from "../store/expression.ts";
import { organizationPk } from "../store/keys.ts";
import type { Item, Key } from "../store/table-item.ts";
import type { Write } from "../store/table-transactions.ts";
import { log } from "../observe/log.ts";
import { type DocumentRecord, documentPrefix } from "./document-record.ts";
import { documentKey, passagesKey, projectFolder, vectorsKey } from "./document-files.ts";

/**
 * What is left of a document or a project that was removed, or that has not been made yet. It says that files may be there that
 * nothing else names: it is written before the first of them, or with the removal, and goes with the last of them.
 */
interface Leftover extends Item {
  organization_id: string;
  project_id: string;
  /** Absent where the whole project was removed. */
  document_id?: string;
  index_pk: string;
  index_sk: string;
}

/** Partition of the index that lists what is left over, by when it became so. */
const leftovers = "LEFTOVERS";

/**
 * Milliseconds after which nobody writes for a document any more that was removed: a turn that found it before keeps its text
 * beside it until the turn's deadline (D25), and a worker that reads it gives up sooner.
 */
const WRITERS_GONE_MS = (limits.turn_deadline + limits.turn_lease + limits.turn_lease_renewal) * 1000;

/** Milliseconds within which a document whose files are being put has to be made of them: far less than they are left alone. */
const MAKING_MS = WRITERS_GONE_MS / 2;

/** Leftovers that one step of a sweep reads. */
const LEFTOVERS_PER_STEP = 100;

export interface LeftoverPlace {
  organization_id: string;
  project_id: string;
  document_id?: string;
}

export const leftoverKey = ({ organization_id, project_id, document_id }: LeftoverPlace): Key => ({
  pk: organizationPk(organization_id),
  sk: `LEFTOVER#${project_id}${document_id === undefined ? "" : `#${document_id}`}`,
});

export const leftover = (ctx: Base, place: LeftoverPlace): Item => ({
  ...leftoverKey(place),
  ...place,
  index_pk: leftovers,
  index_sk: `${iso(ctx.clock.now())}#${place.document_id ?? place.project_id}`,
});

/** The write that makes a document of files that were put: from then on they are not left over. */
export const claimLeftover = (ctx: Base, place: LeftoverPlace): Write => ({
  remove: leftoverKey(place),
  when: expr`#index_sk > ${iso(ctx.clock.now() - MAKING_MS)}`,
});

/** Removes the files of what is left over, and the documents of a project with them. False if there was no time for all. */
export async function removeLeftover(
  ctx: Base & WithFiles,
  { organization_id, project_id, document_id }: LeftoverPlace,
  isInTime: () => boolean = () => true,
): Promise<boolean> {
  if (document_id !== undefined) {
    await ctx.files.remove([
      documentKey(organization_id, project_id, document_id),
      passagesKey(organization_id, project_id, document_id),
      vectorsKey(organization_id, project_id, document_id),
    ]);
    return true;
  }
  const documents = await ctx.table.queryAll<DocumentRecord>({
    pk: organizationPk(organization_id),
    begins: documentPrefix(project_id),
    fields: ["pk", "sk"],
    consistent: true,
  });
  await ctx.table.removeMany(documents);
  return ctx.files.removeSome({ prefix: `${projectFolder(organization_id, project_id)}/`, isInTime });
}

/**
 * Removes what is left of removed documents and projects, once nobody writes for them any more: files first and the leftover
 * last, so that an interrupted sweep is taken up by the next. For the sweeper: begins nothing after `deadline` (ms). Returns
 * how many were removed; throws in the end if one could not be.
 */
export async function removeLeftovers(ctx: Base & WithFiles, deadline = Infinity): Promise<number> {
  const isInTime = () => ctx.clock.now() < deadline;
  let removed = 0;
  let failed = 0;
  let after: Record<string, unknown> | undefined;
  do {
    const { items, next } = await ctx.table.query<Key>({
      pk: leftovers,
      between: ["0", iso(ctx.clock.now() - WRITERS_GONE_MS)],
      index: true,
      limit: LEFTOVERS_PER_STEP,
      after,
    });
    for (const found of await ctx.table.getMany<Leftover>(items, { consistent: true })) {
      // The index may still show one that has just become a document.
      if (!found || !isInTime()) continue;
      try {
        if (!(await removeLeftover(ctx, found, isInTime))) continue;
        await ctx.table.removeMany([found]);
        removed += 1;
      } catch (error) {
        failed += 1;
        log("error", "what is left of a document could not be removed", { project_id: found.project_id }, error);
      }
    }
    after = next;
  } while (after && isInTime());
  if (failed > 0) throw new Error(`${failed} leftovers could not be removed`);
  return removed;
}
