import { iso } from "../environment/clock.ts";
import type { OrganizationContext, WithFiles } from "../environment/context.ts";
import { log } from "../observe/log.ts";
import { type KeptReading, readingIn, readingText } from "../passage/kept-reading.ts";
import { type Expression, expr } from "../store/expression.ts";
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

/** How long (ms) a worker holds a document without a word, and how often it renews that. */
const LEASE_MS = 60_000;
const RENEWAL_MS = 10_000;

/**
 * How often a document is begun to be read before it has failed: between two attempts are the pauses of a wake (1, 2, 4, 8 min),
 * so that a fault that passes fails none.
 */
export const MOST_ATTEMPTS = 5;

/** True while a worker reads the document. */
export const isHeld = ({ lease_until }: DocumentRecord, now: number): boolean =>
  lease_until !== undefined && lease_until > now && lease_until <= now + 2 * LEASE_MS;

/** A condition: no worker has claimed the document, or let it go, since it was seen. */
export const isUntouched = ({ worker, lease_until }: DocumentRecord): Expression =>
  worker === undefined || lease_until === undefined
    ? expr`attribute_not_exists(#worker)`
    : expr`#worker = ${worker} AND #lease_until = ${lease_until}`;

/** Takes a document in order to read it; undefined if it is gone, has been read, or is being read elsewhere. */
async function claim(
  ctx: Context,
  { project_id, id }: { project_id: string; id: string },
  worker: string,
): Promise<DocumentRecord | undefined> {
  if (!arePlausible(project_id, id)) return undefined;
  const key = recordKey(ctx.actor.organization_id, project_id, id);
  const document = await ctx.table.get<DocumentRecord>(key, { consistent: true });
  const now = ctx.clock.now();
  if (document?.status !== "indexing" || isHeld(document, now)) return undefined;
  const attempts = (document.attempts ?? 0) + 1;
  if (attempts > MOST_ATTEMPTS) {
    await giveUp(ctx, document);
    return undefined;
  }
  // A claim whose answer was lost is sent again, and then meets the worker's own.
  const outcome = await ctx.table.update<DocumentRecord>(
    key,
    expr`SET #worker = ${worker}, #lease_until = ${now + LEASE_MS}, #attempts = ${attempts}`,
    expr`#status = ${"indexing"} AND ((${isUntouched(document)}) OR #worker = ${worker})`,
  );
  return outcome.done ? outcome.item : undefined;
}

/** Renews the lease until `ended`, and aborts `stop` once the document is gone or another worker's. */
async function keepLease(ctx: Context, document: DocumentRecord, stop: AbortController, ended: AbortSignal) {
  let leaseUntil = document.lease_until ?? 0;
  for (;;) {
    await ctx.clock.sleep(RENEWAL_MS, ended);
    if (ended.aborted) return;
    const now = ctx.clock.now();
    if (now >= leaseUntil) return stop.abort();
    try {
      const until = now + LEASE_MS;
      const renewed = await ctx.table.update(document, expr`SET #lease_until = ${until}`, isHeldBy(document));
      if (!renewed.done) return stop.abort();
      leaseUntil = until;
    } catch (error) {
      log("warn", "the lease of a document was not renewed", { document_id: document.id }, error);
    }
  }
}

/** A condition: the worker that claimed the document still has it. */
const isHeldBy = ({ worker }: DocumentRecord): Expression => expr`#status = ${"indexing"} AND #worker = ${worker}`;

/**
 * Reads a document that waits to be read, and keeps its text beside it. A document that is being read elsewhere, has been read or
 * is gone is left alone, so that a message that comes twice or late changes nothing; one that was removed while it was read leaves
 * no text behind. Returns true if it was read here, or could not be.
 */
export async function indexDocument(
  ctx: Context,
  place: { project_id: string; id: string },
  readText: ReadText,
): Promise<boolean> {
  const document = await claim(ctx, place, ctx.ids.next());
  if (!document) return false;
  const stop = new AbortController();
  const ended = new AbortController();
  const lease = keepLease(ctx, document, stop, ended.signal);
  try {
    const reading = await readingOf(ctx, document, readText, stop.signal);
    if (await settle(ctx, document, reading)) return true;
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    ended.abort();
    await lease;
  }
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

const isOver = expr`REMOVE #worker, #lease_until, #attempts, #is_anew, #woken_at, #wakes, #index_pk, #index_sk`;

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
    expr`#status = ${"indexing"} AND ${isUntouched(document)}`,
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
  const now = iso(ctx.clock.now());
  const outcome = await ctx.table.update(
    document,
    expr`SET #organization_id = ${organization_id}, #status = ${"indexing"}, #is_anew = ${true}, #index_pk = ${documentsIndexing}, #index_sk = ${`${now}#${document.id}`} REMOVE #error, #passages, #worker, #lease_until, #attempts`,
    expr`attribute_exists(#pk) AND (attribute_not_exists(#status) OR #status <> ${"indexing"})`,
  );
  return outcome.done;
}
