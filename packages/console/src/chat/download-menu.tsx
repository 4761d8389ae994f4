import { Braces, Download, FileText, Image, PenTool, Sheet as SheetIcon } from "lucide-preact";
import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import { copyText } from "../parts/copy.ts";
import { Menu, type MenuEntry } from "../parts/menu.tsx";
import { numberSpec } from "../parts/number-spec.ts";
import { useChatWords } from "../words/chat-words.ts";
import { useScene } from "./chat-context.ts";
import type { Figure } from "./figures.ts";
import { useDownloads } from "./use-downloads.ts";

interface Props {
  figure: Figure;
  title: string;
  /** The drawn chart or number. */
  drawing: RefObject<HTMLElement>;
  /** Whether that is the view which is shown: what is not drawn cannot be pictured. */
  isDrawn: boolean;
}

/** A result as a picture, as a file of all its rows, or with the whole chat. */
export function DownloadMenu({ figure, title, drawing, isDrawn }: Props) {
  const say = useChatWords();
  const { notify } = useScene();
  const place = useRef<HTMLSpanElement>(null);
  const downloads = useDownloads({ title, drawing });
  const { chart, number, table, spec } = figure;
  /** Says what did not work. */
  const attempt = (work: () => Promise<void>) => (): void => void work().catch(() => notify(say("sheet.failed")));
  const copySpec = async (): Promise<void> => {
    const copied = spec ?? (number && numberSpec({ ...number, label: title }));
    const isDone = place.current !== null && (await copyText(JSON.stringify(copied, null, 2), place.current));
    notify(say(isDone ? "sheet.copied" : "sheet.copyFailed"));
  };
  const entries: MenuEntry[] = [];
  if (chart || number) {
    const isDisabled = !isDrawn;
    entries.push({ label: say("sheet.png"), icon: Image, isDisabled, onChoose: attempt(downloads.png) });
    entries.push({ label: say("sheet.svg"), icon: PenTool, isDisabled, onChoose: attempt(downloads.svg) });
  }
  if (table) entries.push({ label: say("sheet.csv"), icon: SheetIcon, onChoose: attempt(() => downloads.csv(table)) });
  if (spec || number) {
    entries.push({ label: say("sheet.vegaLite"), icon: Braces, onChoose: attempt(copySpec) });
  }
  if (entries.length > 0) entries.push("line");
  entries.push({ label: say("sheet.markdown"), icon: FileText, onChoose: attempt(downloads.markdown) });
  entries.push({ label: say("sheet.json"), icon: Braces, onChoose: attempt(downloads.json) });
  return (
    <span ref={place}>
      <Menu label={say("sheet.download")} icon={Download} align="end" entries={entries} />
    </span>
  );
}
