import type { Chart } from "@parley/client";
import { Braces, Download, FileText, Image, PenTool, Sheet as SheetIcon } from "lucide-preact";
import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import { copyText } from "../parts/copy.ts";
import { Menu, type MenuEntry } from "../parts/menu.tsx";
import { useChatWords } from "../words/chat-words.ts";
import { useScene } from "./chat-context.ts";
import type { Figure } from "./figures.ts";
import { useDownloads } from "./use-downloads.ts";

interface Props {
  figure: Figure;
  title: string;
  /** The drawn chart; its element is there while the chart is the view that is shown. */
  drawing: RefObject<HTMLElement>;
}

/** A result as a picture, as a file of all its rows, or with the whole chat. */
export function DownloadMenu({ figure, title, drawing }: Props) {
  const say = useChatWords();
  const { notify } = useScene();
  const place = useRef<HTMLSpanElement>(null);
  const downloads = useDownloads({ title, drawing });
  const { chart, table } = figure;
  /** Says what did not work. */
  const attempt = (work: () => Promise<void>) => (): void => void work().catch(() => notify(say("sheet.failed")));
  const copySpec = (spec: NonNullable<Chart["vega_lite"]>) => async (): Promise<void> => {
    const isDone = place.current !== null && (await copyText(JSON.stringify(spec, null, 2), place.current));
    notify(say(isDone ? "sheet.copied" : "sheet.copyFailed"));
  };
  const entries: MenuEntry[] = [];
  if (chart) {
    // What is not drawn cannot be pictured.
    const isDisabled = drawing.current === null;
    entries.push({ label: say("sheet.png"), icon: Image, isDisabled, onChoose: attempt(downloads.png) });
    entries.push({ label: say("sheet.svg"), icon: PenTool, isDisabled, onChoose: attempt(downloads.svg) });
  }
  if (table) entries.push({ label: say("sheet.csv"), icon: SheetIcon, onChoose: attempt(() => downloads.csv(table)) });
  if (chart?.vega_lite) {
    entries.push({ label: say("sheet.vegaLite"), icon: Braces, onChoose: attempt(copySpec(chart.vega_lite)) });
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
