import { type Command, UsageError } from "./command.ts";
import { agentCommands } from "./commands/agents.ts";
import { askCommand } from "./commands/ask.ts";
import { consoleCommands } from "./commands/console.ts";
import { definitionCommands } from "./commands/definitions.ts";
import { documentCommands } from "./commands/documents.ts";
import { evaluationCommand } from "./commands/evaluation.ts";
import { feedbackCommands } from "./commands/feedback.ts";
import { goldenCommands } from "./commands/golden.ts";
import { integrationCommands } from "./commands/integrations.ts";
import { interpretCommand } from "./commands/interpret.ts";
import { logsCommand } from "./commands/logs.ts";
import { memberCommands } from "./commands/members.ts";
import { modelCommands } from "./commands/models.ts";
import { organizationCommands } from "./commands/organizations.ts";
import { projectCommands } from "./commands/projects.ts";
import { queryCommands } from "./commands/queries.ts";
import { receiptCommands } from "./commands/receipts.ts";
import { ruleCommands } from "./commands/rules.ts";
import { statusCommand } from "./commands/status.ts";
import { usageCommand } from "./commands/usage.ts";
import { didYouMean } from "./suggest.ts";

/** Every command, in groups as the help shows them. */
export const groups: { title: string; commands: Command[] }[] = [
  { title: "Organizations and their keys", commands: organizationCommands },
  { title: "Members", commands: [...memberCommands, ...consoleCommands] },
  { title: "Databases", commands: [...integrationCommands, ...definitionCommands] },
  { title: "Documents", commands: [...projectCommands, ...documentCommands] },
  { title: "What answers", commands: [...agentCommands, ...modelCommands, ...ruleCommands, ...queryCommands] },
  {
    title: "Questions and answers",
    commands: [
      askCommand,
      ...feedbackCommands,
      ...receiptCommands,
      ...goldenCommands,
      evaluationCommand,
      interpretCommand,
    ],
  },
  { title: "The deployment", commands: [statusCommand, usageCommand, logsCommand] },
];

export const commands: Command[] = groups.flatMap((group) => group.commands);

/** The command whose name the words begin with, and how many words the name has. */
export function findCommand(words: readonly string[]): { command: Command; length: number } | undefined {
  for (let length = Math.min(2, words.length); length > 0; length--) {
    const command = commands.find(({ name }) => name === words.slice(0, length).join(" "));
    if (command) return { command, length };
  }
  return undefined;
}

/** What to say of words that are not a command: the nearest, or what the noun can do. */
export function unknownCommand(words: readonly string[]): UsageError {
  const [noun = "", verb] = words;
  const quoted = (name: string): string => `\`${name}\``;
  const ofNoun = commands.filter(({ name }) => name.startsWith(`${noun} `));
  if (ofNoun.length === 0) {
    const typed = words.slice(0, 2).join(" ");
    const names = commands.map(({ name }) => name);
    const nouns = [...new Set(names.map((name) => name.split(" ")[0] ?? ""))];
    const meant = didYouMean(typed, names, quoted) || didYouMean(noun, nouns, quoted);
    return new UsageError(`There is no command \`${typed}\`.${meant}`);
  }
  const verbs = ofNoun.map(({ name }) => name.slice(noun.length + 1));
  const meant = didYouMean(verb ?? "", verbs, (found) => `\`${noun} ${found}\``);
  return new UsageError(`\`${noun}\` has no command \`${verb}\`.${meant || ` It has ${verbs.join(", ")}.`}`);
}
