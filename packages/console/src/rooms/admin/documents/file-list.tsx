import { RotateCcw, TriangleAlert, X } from "lucide-preact";
import { sizeText } from "../../../chat/attached.tsx";
import { IconButton } from "../../../parts/button.tsx";
import { useLanguage } from "../../../words/words.ts";
import { useDocumentsWords } from "./documents-words.ts";
import type { DocumentUploads, FileOnItsWay } from "./use-document-uploads.ts";

/** The files that are on their way, and those that were refused, with the reason. */
export function FileList({ uploads }: { uploads: DocumentUploads }) {
  const say = useDocumentsWords();
  if (uploads.files.length === 0) return null;
  return (
    <ul class="files" aria-label={say("uploads")}>
      {uploads.files.map((file) => (
        <FileLine key={file.key} file={file} uploads={uploads} />
      ))}
    </ul>
  );
}

function FileLine({ file: { key, file, sent, problem }, uploads }: { file: FileOnItsWay; uploads: DocumentUploads }) {
  const say = useDocumentsWords();
  const language = useLanguage();
  const { name, size } = file;
  const percent = new Intl.NumberFormat(language, { style: "percent" }).format(size === 0 ? 0 : sent / size);
  return (
    <li data-problem={problem !== null || undefined}>
      <span class="file-name">{name}</span>
      <small>{sizeText(language, size)}</small>
      {problem === null ? (
        <progress max={Math.max(size, 1)} value={sent} aria-label={say("upload.sending", { name, percent })} />
      ) : (
        <>
          <p role="alert">
            <TriangleAlert size={14} strokeWidth={1.75} aria-hidden="true" />
            {problem}
          </p>
          <IconButton icon={RotateCcw} label={say("upload.again", { name })} onClick={() => uploads.sendAgain(key)} />
        </>
      )}
      <IconButton icon={X} label={say("upload.dismiss", { name })} onClick={() => uploads.dismiss(key)} />
    </li>
  );
}
