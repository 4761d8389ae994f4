import { limits } from "@parley/contract/limits";
import { uploadOperations } from "@parley/contract/upload";
import type { Base, WithFiles } from "@parley/core/environment/context";
import { get } from "@parley/core/upload/find";
import { announce, receive, type ReceivedFile } from "@parley/core/upload/receive";
import { endpointsWith, multipartEndpointsWith } from "./endpoint.ts";
import type { HttpRequest } from "./http-message.ts";
import { Invalid } from "./validation.ts";
import { readFiles } from "./multipart.ts";

const endpoint = endpointsWith<Base & WithFiles>();
const multipartEndpoint = multipartEndpointsWith<Base & WithFiles>();

/** A part without a type counts as `text/plain` (RFC 7578, 4.4), so this says no more than no type at all. */
const declared = (mimeType: string): string => (mimeType === "text/plain" ? "" : mimeType);

/** The files of a multipart body, which Lambda's event bounds. Throws `Invalid` if there are none or too many. */
async function receivedFiles(request: HttpRequest): Promise<ReceivedFile[]> {
  const files: ReceivedFile[] = [];
  await readFiles(request, "files", async ({ filename, mime_type, bytes }) => {
    const file = { filename, mime_type: declared(mime_type), bytes: new Uint8Array() };
    files.push(file);
    const chunks: Uint8Array[] = [];
    for await (const chunk of bytes) chunks.push(chunk);
    file.bytes = Buffer.concat(chunks);
  });
  const actual = files.length;
  if (actual <= limits.upload_direct_parts) return files;
  const max = limits.upload_direct_parts;
  throw new Invalid([
    {
      type: "too_long",
      loc: ["body", "files"],
      msg: `List should have at most ${max} items after validation, not ${actual}`,
      ctx: { field_type: "List", max_length: max, actual_length: actual },
    },
  ]);
}

export const uploads = [
  multipartEndpoint(uploadOperations.create, async ({ ctx, body, request, token }) => ({
    uploads: body
      ? await announce(ctx, body.files, token.jti)
      : await receive(ctx, await receivedFiles(request), token.jti),
  })),
  endpoint(uploadOperations.get, ({ ctx, params }) => get(ctx, params.upload_id)),
];
