import { edgeLimits, megabytes, tooLarge } from "@parley/contract/edge-limits";
import { limits } from "@parley/contract/limits";
import type { AttachedUpload, Upload, UploadCreate } from "@parley/contract/upload";
import { chatKey, type ChatRecord, type Cut, isCut, isWithin } from "../chat/record.ts";
import { iso } from "../clock.ts";
import type { Actor, Base, MemberContext, WithFiles } from "../context.ts";
import { assignments, expr, join } from "../expression.ts";
import { fail } from "../failure.ts";
import { isUuid } from "../ids.ts";
import { spendBytes } from "../ledger/bytes.ts";
import { log } from "../log.ts";
import type { Key, Write } from "../table.ts";
import { bareType, checkContent, mimeTypeOf } from "./file-type.ts";
import { safeFilename } from "./filename.ts";
import { dueUploads, mortal, readingObject, uploadKey, uploadObject, type UploadRecord } from "./record.ts";

type Context = MemberContext & WithFiles;

/** How long (seconds) a download address is good for. */
export const downloadLifetime = 900;

/** How long (seconds) an address to put a file to is good for: far less than an unattached upload lives. */
const uploadLifetime = 3600;

/** Milliseconds after its death in which an upload is left alone, whatever the clocks of several environments say. */
const GRACE = 60_000;

/** Dead uploads that one step of a sweep removes: what one read takes. */
const STEP = 100;
/** Steps of one sweep. */
const STEPS = 20;

/** A file that came with the request. `mime_type` is empty where none was declared. */
export interface ReceivedFile {
  filename: string;
  mime_type: string;
  bytes: Uint8Array;
}

/** True for media that can be attached to a message: audio is for transcription only (D39). */
const isAttachable = (upload: UploadRecord) => !upload.mime_type.startsWith("audio/");

function checked({ filename, mime_type, size_bytes }: UploadCreate["files"][number]) {
  const name = safeFilename(filename);
  const type = mimeTypeOf(name, mime_type);
  if (size_bytes === 0) fail("UPLOAD_EMPTY", { message: `Empty file: ${name}` });
  if (size_bytes > limits.upload_bytes) {
    fail("UPLOAD_TOO_LARGE", { message: `File too large. Maximum size is 25MB, got ${megabytes(size_bytes)}` });
  }
  return { filename: name, mime_type: type, size_bytes };
}

/** Writes the record of an upload that dies after 24 hours unless a message attaches it. */
async function record(
  ctx: Context,
  file: ReturnType<typeof checked>,
  status: UploadRecord["status"],
): Promise<UploadRecord> {
  const id = ctx.ids.next();
  const now = ctx.clock.now();
  const upload: UploadRecord = {
    ...uploadKey(ctx.actor, id),
    ...mortal(id, now + limits.upload_pending_lifetime * 1000),
    id,
    organization_id: ctx.actor.organization_id,
    member_id: ctx.actor.member_id,
    ...file,
    status,
    created_at: iso(now),
  };
  await ctx.table.put(upload);
  return upload;
}

/**
 * Keeps files that came with the request. `jti` is the caller's token, whose budget is spent. Throws
 * UPLOAD_TYPE_UNSUPPORTED, UPLOAD_EMPTY, UPLOAD_TOO_LARGE, RATE_LIMIT.
 */
export async function receive(ctx: Context, files: readonly ReceivedFile[], jti: string): Promise<Upload[]> {
  const together = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const received = files.map(({ bytes, ...file }) => {
    const upload = checked({ ...file, size_bytes: bytes.length });
    checkContent(upload.filename, bytes);
    return { upload, bytes };
  });
  if (together > limits.upload_direct_bytes) {
    fail("UPLOAD_TOO_LARGE", { message: tooLarge(edgeLimits["/v1/uploads"], together) });
  }
  await spendBytes(ctx, "upload_bytes", together, jti);
  return Promise.all(
    received.map(async ({ upload, bytes }) => {
      // The record comes first: bytes that nobody learns of are then found by the sweeper.
      const kept = await record(ctx, upload, "ready");
      await ctx.files.put(uploadObject(ctx.actor, kept.id), bytes, kept.mime_type);
      return present(ctx, kept);
    }),
  );
}

/**
 * Announces files, each with an address to put it to: size and type are signed. `jti` is the caller's token, whose budget
 * is spent. Throws UPLOAD_TYPE_UNSUPPORTED, UPLOAD_EMPTY, UPLOAD_TOO_LARGE, RATE_LIMIT.
 */
export async function announce(ctx: Context, files: UploadCreate["files"], jti: string): Promise<Upload[]> {
  const announced = files.map(checked);
  const together = announced.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  await spendBytes(ctx, "upload_bytes", together, jti);
  return Promise.all(
    announced.map(async (file) => {
      const upload = await record(ctx, file, "pending");
      const { url, headers } = await ctx.files.presignPut(
        uploadObject(ctx.actor, upload.id),
        upload.mime_type,
        upload.size_bytes,
        uploadLifetime,
      );
      return { ...(await present(ctx, upload)), upload_url: url, upload_headers: headers };
    }),
  );
}

/** One of the caller's uploads, ready once its bytes are there. Throws UPLOAD_NOT_FOUND. */
export async function get(ctx: Context, id: string): Promise<Upload> {
  return present(ctx, await own(ctx, id));
}

/** One of the caller's uploads whose bytes are there, whatever its kind. Throws UPLOAD_NOT_FOUND. */
export async function ready(ctx: Context, id: string): Promise<UploadRecord> {
  const upload = await own(ctx, id);
  return upload.status === "ready" ? upload : fail("UPLOAD_NOT_FOUND");
}

async function own(ctx: Context, id: string): Promise<UploadRecord> {
  if (!isUuid(id)) fail("UPLOAD_NOT_FOUND");
  const upload = await ctx.table.get<UploadRecord>(uploadKey(ctx.actor, id), { consistent: true });
  if (!upload || !isAlive(ctx, upload)) fail("UPLOAD_NOT_FOUND");
  const [isKept] = await areKept(ctx, [upload]);
  return isKept ? arrived(ctx, upload) : fail("UPLOAD_NOT_FOUND");
}

async function present(
  ctx: Context,
  { id, filename, mime_type, size_bytes, status, created_at }: UploadRecord,
): Promise<Upload> {
  const address =
    status === "ready"
      ? await downloadAddress(ctx, ctx.actor, id, filename)
      : { download_url: null, download_url_expires_at: null };
  return { id, filename, mime_type, size_bytes, status, ...address, created_at };
}

/**
 * The caller's attachable uploads by id, in order; undefined where there is none. A pending upload whose object has
 * arrived counts as ready.
 */
export async function findMany(ctx: Context, ids: readonly string[]): Promise<(UploadRecord | undefined)[]> {
  if (ids.length === 0) return [];
  if (!ids.every(isUuid)) return ids.map(() => undefined);
  const found = await ctx.table.getMany<UploadRecord>(
    ids.map((id) => uploadKey(ctx.actor, id)),
    { consistent: true },
  );
  return Promise.all(
    found.map(async (upload) => {
      if (!upload || !isAlive(ctx, upload) || !isAttachable(upload)) return undefined;
      const now = await arrived(ctx, upload);
      return now.status === "ready" ? now : undefined;
    }),
  );
}

const isAlive = (ctx: Base, upload: UploadRecord) =>
  upload.dies_at === undefined || upload.dies_at > iso(ctx.clock.now());

/** The first messages of a chat that have an upload. */
const firstsIn = (upload: UploadRecord, chatId: string): string[] =>
  (upload.first_messages ?? []).flatMap((first) =>
    first.startsWith(`${chatId}#`) ? [first.slice(chatId.length + 1)] : [],
  );

/** True where a message of the chat still has the upload. */
const isIn = (upload: UploadRecord, chat: ChatRecord): boolean => {
  const firsts = firstsIn(upload, chat.id);
  return chat.deleted_at === undefined && (firsts.length === 0 || firsts.some((first) => !isCut(chat, first)));
};

/**
 * For each upload false where every message that had it was deleted, be it released by now or not. The chats of those that
 * were attached are read.
 */
export async function areKept(ctx: Base, uploads: readonly UploadRecord[]): Promise<boolean[]> {
  const ids = [...new Set(uploads.flatMap(({ chat_ids }) => chat_ids ?? []))];
  if (ids.length === 0) return uploads.map(() => true);
  const found = await ctx.table.getMany<ChatRecord>(ids.map(chatKey), { consistent: true });
  const chats = found.filter((chat) => chat !== undefined);
  return uploads.map((upload) => {
    const { chat_ids = [] } = upload;
    return chat_ids.length === 0 || chats.some((chat) => chat_ids.includes(chat.id) && isIn(upload, chat));
  });
}

/** The upload as it is now: ready once an object of the announced size and type is in the bucket. */
async function arrived(ctx: Context, upload: UploadRecord): Promise<UploadRecord> {
  if (upload.status === "ready") return upload;
  const object = await ctx.files.head(uploadObject(ctx.actor, upload.id));
  const isWhole = object?.size === upload.size_bytes && bareType(object.type) === upload.mime_type;
  return isWhole ? { ...upload, status: "ready" } : upload;
}

/**
 * The writes that attach uploads to a message of a chat: from then on they live as long as the chat does. A dead one is
 * refused, so that none is attached while the sweeper removes it. `uploads` as they were read: nobody else attaches to
 * the chat until its turn has been accepted.
 */
export const attachWrites = (
  ctx: MemberContext,
  uploads: readonly UploadRecord[],
  chat: Pick<ChatRecord, "id" | "cuts">,
  messageId: string,
): Write[] =>
  uploads.map((upload) => {
    const { id, chat_ids = [] } = upload;
    const chats = chat_ids.includes(chat.id)
      ? []
      : [expr`#chat_ids = list_append(if_not_exists(#chat_ids, ${[]}), ${[chat.id]})`];
    const isFirst = firstsIn(upload, chat.id).every((first) => (chat.cuts ?? []).some((cut) => isWithin(cut, first)));
    if (isFirst) {
      const first = [`${chat.id}#${messageId}`];
      chats.push(expr`#first_messages = list_append(if_not_exists(#first_messages, ${[]}), ${first})`);
    }
    return {
      update: uploadKey(ctx.actor, id),
      set: expr`SET ${join([expr`#status = ${"ready"}`, ...chats], ", ")} REMOVE #dies_at, #index_pk, #index_sk`,
      when: expr`attribute_exists(#pk) AND (attribute_not_exists(#dies_at) OR #dies_at > ${iso(ctx.clock.now())})`,
    };
  });

/** What a released upload becomes: dead at once. Its bytes go once no address can put them there again. */
const released = ({ id, created_at }: UploadRecord, now: number) => ({
  ...mortal(id, Math.max(now, Date.parse(created_at) + uploadLifetime * 1000)),
  dies_at: iso(now),
});

/**
 * Takes a deleted chat off its uploads. One that no other chat has is dead at once, and the sweeper removes it with its
 * bytes. Done again, it changes nothing.
 */
export const release = (ctx: Base, owner: Actor, chatId: string, ids: readonly string[]): Promise<void> =>
  releaseWhere(ctx, owner, chatId, ids, () => true);

/** Takes the messages of a cut off their uploads. One that an earlier message of the chat has stays the chat's. */
export const releaseCut = (ctx: Base, owner: Actor, chatId: string, ids: readonly string[], cut: Cut): Promise<void> =>
  releaseWhere(ctx, owner, chatId, ids, (messageId) => isWithin(cut, messageId));

async function releaseWhere(
  ctx: Base,
  owner: Actor,
  chatId: string,
  ids: readonly string[],
  isReleased: (messageId: string) => boolean,
): Promise<void> {
  const found = await ctx.table.getMany<UploadRecord>(
    ids.map((id) => uploadKey(owner, id)),
    { consistent: true },
  );
  await Promise.all(
    found.map(async (read) => {
      let upload = read;
      // Another chat may attach or release it at the same time; then it is looked at again.
      for (;;) {
        if (!upload?.chat_ids?.includes(chatId)) return;
        const { id, chat_ids, first_messages } = upload;
        const firsts = firstsIn(upload, chatId);
        const left = firsts.filter((first) => !isReleased(first));
        if (left.length === firsts.length && firsts.length > 0) return;
        const others = left.length > 0 ? chat_ids : chat_ids.filter((chat) => chat !== chatId);
        const change = {
          chat_ids: others,
          ...(first_messages && {
            first_messages: first_messages.filter(
              (first) => !first.startsWith(`${chatId}#`) || left.includes(first.slice(chatId.length + 1)),
            ),
          }),
          ...(others.length === 0 && released(upload, ctx.clock.now())),
        };
        const isAsSeen = expr`#chat_ids = ${chat_ids}`;
        const outcome = await ctx.table.update<UploadRecord>(
          uploadKey(owner, id),
          expr`SET ${assignments(change)}`,
          first_messages ? expr`${isAsSeen} AND #first_messages = ${first_messages}` : isAsSeen,
        );
        if (outcome.done) return;
        upload = outcome.item;
      }
    }),
  );
}

/** Uploads of a message as its metadata shows them, each with a fresh download address. */
export async function attached(ctx: Context, ids: readonly string[]): Promise<AttachedUpload[]> {
  const found = await ctx.table.getMany<UploadRecord>(ids.map((id) => uploadKey(ctx.actor, id)));
  return Promise.all(
    found
      .filter((upload) => upload !== undefined)
      .map(async ({ id, filename, mime_type, size_bytes }) => ({
        id,
        filename,
        mime_type,
        size_bytes,
        ...(await downloadAddress(ctx, ctx.actor, id, filename)),
      })),
  );
}

/** A fresh address to download an upload from, and until when it is good. */
export async function downloadAddress(ctx: Context, owner: Actor, id: string, filename: string) {
  return {
    download_url: await ctx.files.presignGet(uploadObject(owner, id), filename, downloadLifetime),
    download_url_expires_at: iso(ctx.clock.now() + downloadLifetime * 1000),
  };
}

/**
 * Removes uploads that no message attached within 24 hours, bytes first and records last, so that an interrupted sweep is
 * taken up by the next. For the sweeper; throws in the end where some could not be removed, once all others were. The bucket needs no lifecycle rule for them: a rule knows prefixes and ages only,
 * so attached files would have to be copied out of its reach.
 */
export async function removeDead(ctx: Base & WithFiles, deadline = Infinity): Promise<number> {
  const until = iso(ctx.clock.now() - GRACE);
  let removed = 0;
  let failed = 0;
  let after: Record<string, unknown> | undefined;
  for (let step = 0; step < STEPS; step++) {
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
    if (!next || ctx.clock.now() >= deadline) break;
  }
  if (failed > 0) throw new Error(`${failed} dead uploads could not be removed`);
  return removed;
}
