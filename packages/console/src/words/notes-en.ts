/** What rules and memories say alike, in English. */
export const en = {
  edit: "Edit",
  remove: "Delete",
  keep: "Keep",
  save: "Save",
  discard: "Discard",
  content: "Text",
  handle: "Move. Alt and arrow keys move it up or down",
  moved: "Moved to place {place} of {total}",
  saved: "Saved",
  removed: "Deleted",
  loading: "Loading",
  count: "{used} of {limit}",
  tooMany: "There can be {limit} at most. Delete one to add another.",
  by: "{name}, {when}",
} as const;

export type NotesWords = Readonly<Record<keyof typeof en, string>>;
