import { Failure } from "@parley/core/failure/failure";
import { readArguments } from "./arguments.ts";
import { type Command, UsageError } from "./command.ts";
import { agentCommands } from "./commands/agents.ts";
import { documentCommands } from "./commands/documents.ts";
import { evaluationCommand } from "./commands/evaluation.ts";
import { integrationCommands } from "./commands/integrations.ts";
import { memberCommands } from "./commands/members.ts";
import { modelCommands } from "./commands/models.ts";
import { organizationCommands } from "./commands/organizations.ts";
import { projectCommands } from "./commands/projects.ts";
import { queryCommands } from "./commands/queries.ts";
import { ruleCommands } from "./commands/rules.ts";
import { openDeployment } from "./deployment.ts";
import { readable } from "./output.ts";

const commands: Command[] = [
  ...organizationCommands,
  ...memberCommands,
  ...integrationCommands,
  ...projectCommands,
  ...documentCommands,
  ...agentCommands,
  ...modelCommands,
  ...queryCommands,
  ...ruleCommands,
  evaluationCommand,
];

const call = "npm run operator --";

function overview(prefix: string): string {
  const shown = commands.filter(({ name }) => name.startsWith(prefix));
  const width = Math.max(...shown.map(({ name }) => name.length));
  return [
    `Usage: ${call} COMMAND [--option VALUE …] [--json]`,
    "",
    ...shown.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    "",
    `\`${call} COMMAND --help\` shows a command's options with an example. Secrets are read from standard input or asked for.`,
    "Works on the local cloud that `npm start` runs in this directory, or on a stage: npx sst shell --stage STAGE -- " +
      `${call} …`,
  ].join("\n");
}

function help(command: Command): string {
  const options = Object.entries(command.options);
  const width = Math.max(...options.map(([name]) => name.length), "json".length);
  const lines = options.map(
    ([name, option]) => `  --${name.padEnd(width)}  ${option.help}${option.required ? " (required)" : ""}`,
  );
  return [
    command.summary,
    "",
    `Usage: ${call} ${command.name} ${options.map(([name, option]) => (option.required ? `--${name} …` : `[--${name}]`)).join(" ")} [--json]`,
    "",
    ...lines,
    `  --${"json".padEnd(width)}  Print JSON`,
    "",
    `Example: ${call} ${command.example}`,
  ].join("\n");
}

async function main(args: string[]): Promise<number> {
  const words = args.slice(0, args.findIndex((arg) => arg.startsWith("-")) >>> 0);
  const command = commands.find(({ name }) => name === words.join(" "));
  if (!command) {
    const noun = words[0] ?? "";
    const isNoun = commands.some(({ name }) => name.startsWith(`${noun} `));
    const isHelp = words.length === 0 || args.includes("--help") || (isNoun && words.length === 1);
    (isHelp ? console.log : console.error)(
      isHelp ? overview(isNoun ? `${noun} ` : "") : `Unknown command: ${words.join(" ")}\n\n${overview("")}`,
    );
    return isHelp ? 0 : 2;
  }
  const rest = args.slice(words.length);
  if (rest.includes("--help")) {
    console.log(help(command));
    return 0;
  }
  try {
    const given = readArguments(command, rest);
    if ("standalone" in command) {
      print(await command.standalone(given), given.json);
      return 0;
    }
    const deployment = await openDeployment();
    const answer = await command.run(deployment, given);
    print(answer, given.json);
    const hint = await command.hint?.(deployment, given, answer);
    if (hint !== undefined) console.error(`\n${hint}`);
    return 0;
  } catch (error) {
    if (error instanceof UsageError)
      console.error(`${error.message}\n\`${call} ${command.name} --help\` shows what it takes.`);
    else if (error instanceof Failure) console.error(error.message);
    else if (isUnreachable(error))
      console.error("The deployment cannot be reached. Is the local cloud running (`npm start`)?");
    else throw error;
    return error instanceof UsageError ? 2 : 1;
  }
}

const print = (answer: unknown, asJson: boolean): void =>
  console.log(asJson ? JSON.stringify(answer, null, 2) : readable(answer));

const isUnreachable = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ECONNREFUSED" || error.code === "ECONNRESET");

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
