import { Paperclip, TriangleAlert, X } from "lucide-preact";
import { IconButton } from "../../parts/button.tsx";
import { useChatWords } from "../../words/chat-words.ts";
import { useLanguage } from "../../words/words.ts";
import { sizeText } from "../attached.tsx";
import type { Attachment } from "../drafts.ts";

/** The files that will go with the question, and how far each is. */
export function AttachmentList({ files, onRemove }: { files: readonly Attachment[]; onRemove: (key: number) => void }) {
  return (
    <ul class="attachments">
      {files.map((file) => (
        <AttachmentItem key={file.key} file={file} onRemove={() => onRemove(file.key)} />
      ))}
    </ul>
  );
}

function AttachmentItem({ file, onRemove }: { file: Attachment; onRemove: () => void }) {
  const say = useChatWords();
  const language = useLanguage();
  const { name, size, sent, upload, problem } = file;
  const isRunning = upload === null && problem === null;
  const percent = new Intl.NumberFormat(language, { style: "percent" }).format(size === 0 ? 0 : sent / size);
  return (
    <li data-problem={problem !== null || undefined}>
      {problem === null ? (
        <Paperclip size={13} strokeWidth={1.75} aria-hidden="true" />
      ) : (
        <TriangleAlert size={13} strokeWidth={1.75} aria-hidden="true" />
      )}
      <span class="attachment-name">{name}</span>
      <small>{sizeText(language, size)}</small>
      {isRunning && (
        <progress max={Math.max(size, 1)} value={sent} aria-label={say("composer.uploading", { name, percent })} />
      )}
      <IconButton icon={X} label={say("composer.detach", { name })} onClick={onRemove} />
      {problem !== null && (
        <p class="attachment-problem" role="alert">
          {problem}
        </p>
      )}
    </li>
  );
}
