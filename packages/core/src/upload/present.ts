import type { AttachedUpload, Upload } from "@parley/contract/upload";
import { iso } from "../environment/clock.ts";
import type { Actor, MemberContext, WithFiles } from "../environment/context.ts";
import { uploadKey, uploadObject, type UploadRecord } from "./record.ts";

type Context = MemberContext & WithFiles;

/** How long (seconds) a download address is good for. */
export const downloadLifetime = 900;

/** An upload as clients see it. */
export async function present(
  ctx: Context,
  { id, filename, mime_type, size_bytes, status, created_at }: UploadRecord,
): Promise<Upload> {
  const address =
    status === "ready"
      ? await downloadAddress(ctx, ctx.actor, id, filename)
      : { download_url: null, download_url_expires_at: null };
  return { id, filename, mime_type, size_bytes, status, ...address, created_at };
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
