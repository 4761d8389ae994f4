import type { Upload } from "@parley/contract/upload";
import { iso } from "../environment/clock.ts";
import type { Base, MemberContext, WithFiles } from "../environment/context.ts";
import { fail } from "../failure/failure.ts";
import { isUuid } from "../environment/ids.ts";
import { areKept } from "./attach.ts";
import { bareType, isAttachable } from "./acceptable.ts";
import { present } from "./present.ts";
import { uploadKey, uploadObject, type UploadRecord } from "./record.ts";

type Context = MemberContext & WithFiles;

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

/**
 * The caller's attachable uploads by id, in order; undefined if there is none. A pending upload whose object has
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

/** The upload as it is now: ready once an object of the announced size and type is in the bucket. */
async function arrived(ctx: Context, upload: UploadRecord): Promise<UploadRecord> {
  if (upload.status === "ready") return upload;
  const object = await ctx.files.head(uploadObject(ctx.actor, upload.id));
  const isWhole = object?.size === upload.size_bytes && bareType(object.type) === upload.mime_type;
  return isWhole ? { ...upload, status: "ready" } : upload;
}
