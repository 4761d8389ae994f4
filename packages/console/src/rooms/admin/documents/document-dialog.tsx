import { DocumentReader } from "../../../chat/document-reader.tsx";
import type { OpenedDocument } from "../../../chat/read-document.ts";
import { Markdown } from "../../../parts/markdown.tsx";
import { useSignedIn } from "../../../session/session-context.ts";

/** The level of a passage's heading, under that of the dialog. */
const PASSAGE_LEVEL = 3;
const drawPassage = (text: string) => <Markdown text={text} under={PASSAGE_LEVEL} />;

/** A document of a collection, to be read. */
export function DocumentDialog({ opened, onClose }: { opened: OpenedDocument; onClose: () => void }) {
  const { parley } = useSignedIn();
  return <DocumentReader parley={parley} opened={opened} draw={drawPassage} onClose={onClose} />;
}
