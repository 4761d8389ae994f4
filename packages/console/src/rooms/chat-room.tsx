import { Room } from "../shell/room.tsx";
import { useShellWords } from "../words/shell-words.ts";

interface Props {
  /** Null: a new question. */
  chatId: string | null;
  /** The answer that a link names. */
  messageId?: string;
}

/** A chat, or the page where one begins. */
export function ChatRoom({ chatId }: Props) {
  const say = useShellWords();
  return <Room title={chatId ?? say("room.home")} />;
}
