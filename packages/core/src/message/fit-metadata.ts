import type { MessageMetadata } from "@parley/contract/message";
import { bytesOf } from "../store/json-text.ts";
import { log } from "../observe/log.ts";
import { fitTable } from "../visualization/fit-bytes.ts";

/** Bytes of a message's metadata: a page of 200 messages is read at once, and one message is one HTTP answer. */
const METADATA_BYTES = 400 * 1024;

/**
 * Metadata that fits a message: tables are shortened first, as their rows can still be read by page; if that is not
 * enough, the largest fields are left out.
 */
export function fitMetadata(metadata: MessageMetadata): MessageMetadata {
  if (bytesOf(metadata) <= METADATA_BYTES) return metadata;
  const { visualizations = [], ...others } = metadata;
  const largestFirst = Object.entries(others).toSorted(([, a], [, b]) => bytesOf(b) - bytesOf(a));
  while (bytesOf(Object.fromEntries(largestFirst)) > METADATA_BYTES / 2) {
    const [name] = largestFirst.shift() ?? [];
    log("warn", "metadata of a message was too large", { field: name });
  }
  const rest: MessageMetadata = Object.fromEntries(largestFirst);
  const share = (METADATA_BYTES - bytesOf(rest)) / Math.max(1, visualizations.length) - 64;
  const fitting = visualizations
    .map((shown) => (shown.type === "table" ? fitTable(shown, share) : shown))
    .filter((shown) => bytesOf(shown) <= share);
  return fitting.length > 0 ? { ...rest, visualizations: fitting } : rest;
}
