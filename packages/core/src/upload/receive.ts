import { edgeLimits, tooLarge } from "@parley/contract/edge-limits";
import { limits } from "@parley/contract/limits";
import type { Upload, UploadCreate } from "@parley/contract/upload";
import { iso } from "../environment/clock.ts";
import type { MemberContext, WithFiles } from "../environment/context.ts";
import { fail } from "../failure/failure.ts";
import { spendBytes } from "../ledger/bytes.ts";
import { checkContent, checkSize, mimeTypeOf } from "./acceptable.ts";
import { safeFilename } from "./filename.ts";
import { present } from "./present.ts";
import { ADDRESS_LIFETIME_SECONDS, untilAttached } from "./lifetime.ts";
import { uploadKey, uploadObject, type UploadRecord } from "./record.ts";

type Context = MemberContext & WithFiles;

/** A file that came with the request. `mime_type` is empty if none was declared. */
export interface ReceivedFile {
  filename: string;
  mime_type: string;
  bytes: Uint8Array;
}

function checked({ filename, mime_type, size_bytes }: UploadCreate["files"][number]) {
  const name = safeFilename(filename);
  const type = mimeTypeOf(name, mime_type);
  checkSize(name, size_bytes);
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
    ...untilAttached(id, now),
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
      // The record comes first, so that the sweeper finds bytes that were never announced.
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
      const { url, headers } = await ctx.files.presignPut(uploadObject(ctx.actor, upload.id), {
        type: upload.mime_type,
        size: upload.size_bytes,
        seconds: ADDRESS_LIFETIME_SECONDS,
      });
      return { ...(await present(ctx, upload)), upload_url: url, upload_headers: headers };
    }),
  );
}
