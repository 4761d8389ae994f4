import type { AttachedUpload } from "@parley/client";
import { Paperclip } from "lucide-preact";
import { useChatWords } from "../words/chat-words.ts";
import { useLanguage } from "../words/words.ts";

const KB = 1024;

/** A size as people say it: `12 kB`, `3.4 MB`. */
export function sizeText(language: string, bytes: number): string {
  const isLarge = bytes >= KB * KB;
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: isLarge ? "megabyte" : "kilobyte",
    unitDisplay: "short",
    maximumFractionDigits: isLarge ? 1 : 0,
  }).format(isLarge ? bytes / KB / KB : bytes === 0 ? 0 : Math.max(1, bytes / KB));
}

/** The files that were sent with a question. */
export function Attached({ uploads }: { uploads: readonly AttachedUpload[] }) {
  const say = useChatWords();
  const language = useLanguage();
  return (
    <ul class="attached" aria-label={say("answer.attached")}>
      {uploads.map(({ id, filename, size_bytes: size, download_url: address }) => (
        <li key={id}>
          <Paperclip size={13} strokeWidth={1.75} aria-hidden="true" />
          {address === null ? (
            filename
          ) : (
            <a href={address} target="_blank" rel="noopener noreferrer nofollow">
              {filename}
            </a>
          )}
          <small>{sizeText(language, size)}</small>
        </li>
      ))}
    </ul>
  );
}
