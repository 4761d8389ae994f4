export const en = {
  title: "Rules",
  intro: "Every agent is given these with every question. Write them as you would tell a new colleague.",
  add: "Add a rule",
  placeholder: "Revenue means the amount less refunds.",
  confirm: "Delete this rule?",
  none: "There are no rules yet.",
} as const;

export type RulesWords = Readonly<Record<keyof typeof en, string>>;
