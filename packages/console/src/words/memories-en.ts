export const en = {
  title: "Memories",
  intro: "What Parley knows about you. The first {core} are given with every question, the others where they fit it.",
  "title.member": "Memories of {name}",
  "intro.member":
    "What Parley knows about {name}. The first {core} are given with every question, the others where they fit it.",
  add: "Add a memory",
  placeholder: "I work in sales controlling.",
  confirm: "Delete this memory?",
  none: "There are no memories yet.",
  "tier.core": "given with every question",
  "tier.extended": "given where it fits",
} as const;

export type MemoriesWords = Readonly<Record<keyof typeof en, string>>;
