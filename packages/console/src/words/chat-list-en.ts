/** What the list of chats says, in English. */
export const en = {
  "chats.label": "Chats",
  "chats.today": "Today",
  "chats.yesterday": "Yesterday",
  "chats.earlier": "Earlier",
  "chats.archived": "Archived",
  "chats.untitled": "Untitled",
  "chats.search": "Find a chat",
  "chats.showArchived": "Show archived chats",
  "chats.showCurrent": "Back to the current chats",
  "chats.noneFound": "No chat has these words in its title or first question.",
  "chats.noneArchived": "No chat is archived.",
  "chats.failed": "The chats could not be read.",
  "chats.retry": "Try again",
  "chats.more": "Show more",
  "chats.menu": "What to do with “{title}”",
  "chats.rename": "Rename",
  "chats.title": "Title",
  "chats.archive": "Archive",
  "chats.restore": "Bring back",
  "chats.delete": "Delete",
  "chats.deleteTitle": "Delete this chat?",
  "chats.deleteHint": "“{title}” goes with all its questions and answers. It cannot be brought back.",
  "chats.cancel": "Cancel",
  "chats.notDone": "That did not work. Nothing was changed.",
} as const;

export type ChatListWords = Readonly<Record<keyof typeof en, string>>;
