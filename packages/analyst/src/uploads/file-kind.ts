/** Lower-case extension of a file name, without the dot. */
export const extensionOf = (filename: string): string => /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? "";

/** Extensions of the files that become tables. */
export const tabular = ["csv", "tsv", "json", "xlsx", "parquet"] as const;

const extensions: readonly string[] = tabular;

/** True for files that become tables. */
export const isTabular = (filename: string): boolean => extensions.includes(extensionOf(filename));

/**
 * The media type of a picture by its first bytes, whatever its name says; null if it is not a picture. The one look at a file
 * outside a reader: it compares twelve bytes, whatever the others claim.
 */
export function pictureType(bytes: Uint8Array): "image/png" | "image/jpeg" | "image/webp" | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (head.startsWith("\u0089PNG\r\n\u001a\n")) return "image/png";
  if (head.startsWith("\u00ff\u00d8\u00ff")) return "image/jpeg";
  return head.startsWith("RIFF") && head.endsWith("WEBP") ? "image/webp" : null;
}
