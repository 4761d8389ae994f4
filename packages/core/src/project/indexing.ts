import type { OrganizationContext, WithFiles } from "../environment/context.ts";
import type { Passage } from "../passage/passage.ts";
import { type KeptReading, readingIn, readingText } from "../passage/kept-reading.ts";
import { expr } from "../store/expression.ts";
import { claim, isHeldBy, isUntouched, MOST_ATTEMPTS, traces, waitingSince, whileHeld } from "../wake/queued-work.ts";
import { documentKey, passagesKey } from "./document-files.ts";
import { arePlausible, type DocumentRecord, documentsIndexing, recordKey } from "./document-record.ts";
import { removeLeftover } from "./leftovers.ts";

type Context = OrganizationContext & WithFiles;

/** Reads a file's text: `@parley/analyst` does, in a process with walls around it. */
export type ReadText = (
  organizationId: string,
  file: { filename: string; bytes: Uint8Array },
  signal: AbortSignal,
) => Promise<KeptReading>;

/** Asks what a document's passages mean, and keeps that beside them. False if it should be tried again later. */
export type KeepMeaning = (
  ctx: Context,
  document: { project_id: string; id: string },
  passages: readonly Passage[],
  signal: AbortSignal,
) => Promise<boolean>;

/** Takes a document in order to read it; undefined if it is gone, has been read, or is being read elsewhere. */
async function claimDocument(
  ctx: Context,
  { project_id, id }: { project_id: string; id: string },
): Promise<DocumentRecord | undefined> {
  if (!arePlausible(project_id, id)) return undefined;
  const key = recordKey(ctx.actor.organization_id, project_id, id);
  return claim(ctx, await ctx.table.get<DocumentRecord>(key, { consistent: true }), {
    partition: documentsIndexing,
    worker: ctx.ids.next(),
    giveUp: (document) => giveUp(ctx, document),
  });
}

/**
 * Reads a document that waits to be read, and keeps its text beside it, and what it means where `keepMeaning` is given. A document that is being read elsewhere, has been read or
 * is gone is left alone, so that a message that comes twice or late changes nothing; one that was removed while it was read leaves
 * no text behind. Returns true if it was read here, or could not be.
 */
export async function indexDocument(
  ctx: Context,
  place: { project_id: string; id: string },
  readText: ReadText,
  keepMeaning?: KeepMeaning,
): Promise<boolean> {
  const document = await claimDocument(ctx, place);
  if (!document) return false;
  const isSettled = await whileHeld(ctx, document, async (signal) => {
    const reading = await readingOf(ctx, document, readText, signal);
    // The last attempt leaves its words to be searched: a provider that is away must not fail a document.
    const isMeant = reading.kind === "text" && keepMeaning && (document.attempts ?? 1) < MOST_ATTEMPTS;
    const isWhole = !isMeant || (await keepMeaning(ctx, document, reading.passages, signal));
    return settle(ctx, document, isWhole ? reading : UNFINISHED);
  });
  if (isSettled) return true;
  await forgetIfGone(ctx, document);
  return false;
}

/** What the document's text is, or why it has none; what was found before is not read again. */
async function readingOf(
  ctx: Context,
  { project_id, id, filename, attempts = 1, is_anew = false }: DocumentRecord,
  readText: ReadText,
  signal: AbortSignal,
): Promise<KeptReading> {
  const organizationId = ctx.actor.organization_id;
  const kept = is_anew ? undefined : await ctx.files.get(passagesKey(organizationId, project_id, id));
  const before = readingIn(kept && new TextDecoder().decode(kept));
  if (before) return before;
  const bytes = await ctx.files.get(documentKey(organizationId, project_id, id));
  const found: KeptReading = bytes
    ? await readText(organizationId, { filename, bytes }, signal)
    : { kind: "unread", reason: "its file is gone", lasting: true };
  const isFinal = found.kind === "text" || found.lasting || attempts >= MOST_ATTEMPTS;
  if (!isFinal || signal.aborted) return found;
  const final: KeptReading = found.kind === "text" ? found : { ...found, lasting: true };
  await ctx.files.put(passagesKey(organizationId, project_id, id), readingText(final), "application/json");
  return final;
}

/** Lets the document go: the sweeper wakes a worker for it again, which finds its text beside it. */
const UNFINISHED: KeptReading = { kind: "unread", reason: "what it means is not known yet", lasting: false };

const isOver = expr`REMOVE #is_anew, ${traces}`;

/** Writes what became of reading a document. False if it was removed, or claimed by another worker, meanwhile. */
async function settle(ctx: Context, document: DocumentRecord, reading: KeptReading): Promise<boolean> {
  // What had no time is let go: the sweeper wakes a worker for it again.
  const change =
    reading.kind === "text"
      ? expr`SET #status = ${"ready"}, #passages = ${reading.passages.length} ${isOver}, #error`
      : reading.lasting
        ? expr`SET #status = ${"failed"}, #error = ${sentenceOf(reading.reason)} ${isOver}, #passages`
        : expr`SET #lease_until = ${0}`;
  return (await ctx.table.update(document, change, isHeldBy(document))).done;
}

const sentenceOf = (reason: string): string => `The file could not be read: ${reason}.`;

/** Ends a document whose readers were all lost. Nothing changes if one has it again, or it is gone. */
export async function giveUp(ctx: Context, document: DocumentRecord): Promise<void> {
  const reason = "reading it was interrupted several times";
  const final: KeptReading = { kind: "unread", reason, lasting: true };
  const key = passagesKey(ctx.actor.organization_id, document.project_id, document.id);
  await ctx.files.put(key, readingText(final), "application/json");
  const outcome = await ctx.table.update(
    document,
    expr`SET #status = ${"failed"}, #error = ${sentenceOf(reason)} ${isOver}, #passages`,
    isUntouched(document),
  );
  if (!outcome.done) await forgetIfGone(ctx, document);
}

/** Removes the files of a document that was removed while it was read: its text may have been kept after that. */
async function forgetIfGone(ctx: Context, document: DocumentRecord): Promise<void> {
  if (await ctx.table.get(document, { consistent: true })) return;
  const { organization_id } = ctx.actor;
  await removeLeftover(ctx, { organization_id, project_id: document.project_id, document_id: document.id });
}

/** Has a document read again, whatever became of it before. False if there is none, or it waits to be read. */
export async function readAgain(ctx: Context, document: DocumentRecord): Promise<boolean> {
  const { organization_id } = ctx.actor;
  const { index_pk, index_sk } = waitingSince(ctx, documentsIndexing, document.id);
  const outcome = await ctx.table.update(
    document,
    expr`SET #organization_id = ${organization_id}, #status = ${"indexing"}, #is_anew = ${true}, #index_pk = ${index_pk}, #index_sk = ${index_sk} REMOVE #error, #passages, #worker, #lease_until, #attempts`,
    expr`attribute_exists(#pk) AND (attribute_not_exists(#status) OR #status <> ${"indexing"})`,
  );
  return outcome.done;
}
