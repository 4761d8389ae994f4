import type { Table } from "@parley/client";
import type { RefObject } from "preact";
import { downloadFile } from "../parts/download.ts";
import { useChatWords } from "../words/chat-words.ts";
import { useLanguage } from "../words/words.ts";
import { useScene } from "./chat-context.ts";

interface Downloaded {
  /** What files are called. */
  title: string;
  /** The drawn chart, for its pictures. */
  drawing?: RefObject<HTMLElement>;
}

/** What makes each file. What is seldom needed is fetched when it is. */
export function useDownloads({ title, drawing }: Downloaded) {
  const say = useChatWords();
  const language = useLanguage();
  const { parley, chatId } = useScene();

  async function picture(kind: "png" | "svg"): Promise<void> {
    const [{ chartPng, chartSvg }, { fileName }] = await Promise.all([
      import("../parts/chart/export.ts"),
      import("./export-chat.ts"),
    ]);
    if (!drawing?.current) return;
    const texts = { title, description: drawing.current.getAttribute("aria-label") ?? title };
    const file = kind === "png" ? await chartPng(drawing.current, texts) : chartSvg(drawing.current, texts);
    downloadFile(file, fileName(title, kind));
  }

  async function wholeChat(kind: "md" | "json"): Promise<void> {
    if (chatId === null) return;
    const { chatJson, chatMarkdown, fileName, readWholeChat } = await import("./export-chat.ts");
    const whole = await readWholeChat(parley, chatId);
    const text = kind === "md" ? chatMarkdown(whole, { say, language }) : chatJson(whole);
    const type = kind === "md" ? "text/markdown;charset=utf-8" : "application/json";
    downloadFile(new Blob([text], { type }), fileName(whole.chat.title ?? "", kind));
  }

  return {
    png: () => picture("png"),
    svg: () => picture("svg"),
    async csv(table: Table): Promise<void> {
      if (chatId === null) return;
      const { fileName } = await import("./export-chat.ts");
      const answer = await parley.table.csv({ chat_id: chatId, visualization_id: table.id });
      downloadFile(await answer.blob(), fileName(title, "csv"));
    },
    markdown: () => wholeChat("md"),
    json: () => wholeChat("json"),
  };
}
