import type { Table } from "@parley/client";
import { useState } from "preact/hooks";
import { useChatWords } from "../words/chat-words.ts";
import { useScene } from "./chat-context.ts";

export interface AllRows {
  rows: readonly string[][];
  /** How many were read from the database. */
  count: number;
  /** The database had more than were read. */
  isCut: boolean;
  isLoading: boolean;
  showAll: () => void;
}

/** The rows that travelled with an answer, and all that were read for it once they are asked for. */
export function useAllRows(table: Table): AllRows {
  const say = useChatWords();
  const { parley, chatId, notify } = useScene();
  const [all, setAll] = useState<readonly string[][] | null>(null);
  const [isLoading, setLoading] = useState(false);

  async function load(address: { chat_id: string; visualization_id: string }): Promise<void> {
    setLoading(true);
    try {
      const rows: string[][] = [];
      for await (const row of parley.table.rows(address)) rows.push(row);
      setAll(rows);
    } catch {
      notify(say("sheet.failed"));
    } finally {
      setLoading(false);
    }
  }

  const rows = all ?? table.rows;
  return {
    rows,
    count: Math.max(table.row_count ?? 0, rows.length),
    isCut: table.truncated ?? false,
    isLoading,
    showAll: () => {
      if (chatId !== null && !isLoading) void load({ chat_id: chatId, visualization_id: table.id });
    },
  };
}
