import { cutText } from "@parley/contract/cut-text";
import { limits } from "@parley/contract/limits";

/** Control characters, and marks that change the order in which a name is shown. */
// oxlint-disable-next-line no-control-regex
const unsafe = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/**
 * A file's name that is safe to show, to keep and to save under: no folders, no control characters, no dots or spaces at
 * its ends, at most 255 characters with its extension kept.
 */
export function safeFilename(given: string): string {
  const name = (given.split(/[/\\]/).at(-1) ?? "")
    .toWellFormed()
    .normalize("NFC")
    .replace(unsafe, "")
    .replace(/[<>:"|?*]/g, "_")
    .replace(/^[\s.]+|[\s.]+$/g, "");
  const characters = Array.from(name);
  if (characters.length <= limits.upload_filename_characters) return name === "" ? "file" : name;
  const extension = /\.[^.]{1,10}$/u.exec(name)?.[0] ?? "";
  const room = characters.slice(0, limits.upload_filename_characters - Array.from(extension).length).join("");
  return cutText(name, room.length) + extension;
}
