import type { Chat } from "@parley/client";

export type ChatAge = "today" | "yesterday" | "earlier";

export interface ChatGroup {
  age: ChatAge;
  chats: readonly Chat[];
}

/** The first moment of a day in this machine's time zone; `back` days before the day of `moment`. */
const startOfDay = (moment: Date, back = 0): number =>
  new Date(moment.getFullYear(), moment.getMonth(), moment.getDate() - back).getTime();

/** Chats by the day on which they were last used: today, yesterday, earlier. Days without chats are left out. */
export function groupChats(chats: readonly Chat[], now: Date): ChatGroup[] {
  const today = startOfDay(now);
  const yesterday = startOfDay(now, 1);
  const ageOf = ({ updated_at: updatedAt }: Chat): ChatAge => {
    const used = Date.parse(updatedAt);
    if (used >= today) return "today";
    return used >= yesterday ? "yesterday" : "earlier";
  };
  return (["today", "yesterday", "earlier"] as const).flatMap((age) => {
    const own = chats.filter((chat) => ageOf(chat) === age);
    return own.length > 0 ? [{ age, chats: own }] : [];
  });
}
