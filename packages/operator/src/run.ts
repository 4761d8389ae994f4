import { Failure } from "@parley/core/failure/failure";
import { DatasourceError } from "@parley/datasource/types";
import { readArguments } from "./arguments.ts";
import { BadNews, call, type Command, CommandError, type Deployment, type Given, type Input } from "./command.ts";
import { commands, findCommand, unknownCommand } from "./commands.ts";
import { openDeployment } from "./deployment.ts";
import { help, overview } from "./help.ts";
import { isRecord, readable } from "./output.ts";

const isHelp = (arg: string): boolean => arg === "--help" || arg === "-h";

/** What a run works with. */
export interface Surroundings {
  input: Input;
  open: () => Promise<Deployment>;
}

/**
 * Runs the command that the arguments name; what it says goes through the console. Returns the exit code: 1 where it failed,
 * 2 where it was mistyped.
 */
export async function runOperator(
  args: readonly string[],
  surroundings: Surroundings = { input: process.stdin, open: openDeployment },
): Promise<number> {
  const asked = args[0] === "help" ? [...args.slice(1), "--help"] : args;
  const firstOption = asked.findIndex((arg) => arg.startsWith("-"));
  const words = firstOption < 0 ? asked : asked.slice(0, firstOption);
  try {
    const found = findCommand(words);
    if (found) return await runCommand(found.command, asked.slice(found.length), surroundings);
    const [noun] = words;
    const isNoun = words.length === 1 && commands.some(({ name }) => name.startsWith(`${noun} `));
    if (noun !== undefined && !isNoun) throw unknownCommand(words);
    console.log(overview(noun));
    return 0;
  } catch (error) {
    return tellFailure(error, asked);
  }
}

async function runCommand(command: Command, rest: string[], { input, open }: Surroundings): Promise<number> {
  if (rest.some(isHelp)) {
    console.log(help(command));
    return 0;
  }
  const given = readArguments(command, rest, input);
  if ("standalone" in command) return told(await command.standalone(given, open), given).code;
  const deployment = await open();
  const { answer, code } = told(await command.run(deployment, given), given);
  const hint = await command.hint?.(deployment, given, answer);
  if (hint !== undefined) console.error(`\n${hint}`);
  return code;
}

/** Prints what a command returned; the exit code is 1 where it is bad news. */
function told(result: unknown, { json }: Given): { answer: unknown; code: number } {
  const answer = result instanceof BadNews ? result.answer : result;
  print(answer, json);
  return { answer, code: result instanceof BadNews ? 1 : 0 };
}

/** Warnings are a part of the JSON, and told on standard error in any case. */
function print(answer: unknown, asJson: boolean): void {
  if (asJson) console.log(JSON.stringify(answer, null, 2));
  if (!isRecord(answer) || !Array.isArray(answer["warnings"])) {
    if (!asJson && answer !== undefined) console.log(readable(answer));
    return;
  }
  const { warnings, ...rest } = answer;
  if (!asJson) console.log(readable(rest));
  for (const warning of warnings as unknown[]) console.error(`Warning: ${String(warning)}`);
}

function tellFailure(error: unknown, args: readonly string[]): number {
  const failure = failureOf(error, args);
  if (args.includes("--json")) {
    const { code, message, hint } = failure;
    console.error(JSON.stringify({ error: { code, message, ...(hint !== undefined && { hint }) } }));
  } else {
    console.error([failure.message, ...(failure.hint === undefined ? [] : [failure.hint])].join("\n"));
  }
  return failure.exitCode;
}

/** Any error as a failure that can be told. */
function failureOf(error: unknown, args: readonly string[]): CommandError {
  if (error instanceof CommandError) {
    const isBare = error.exitCode === 2 && error.hint === undefined;
    return isBare ? new CommandError(error.code, error.message, { exitCode: 2, hint: usageHint(args) }) : error;
  }
  if (error instanceof Failure || error instanceof DatasourceError) return new CommandError(error.code, error.message);
  if (isUnreachable(error)) {
    const hint = "Is the local cloud running (`npm start`)?";
    return new CommandError("DEPLOYMENT_UNREACHABLE", "The deployment cannot be reached.", { hint });
  }
  return new CommandError("FAILED", error instanceof Error ? error.message : String(error));
}

function usageHint(args: readonly string[]): string {
  const found = findCommand(args);
  return found
    ? `\`${call} ${found.command.name} --help\` shows what it takes.`
    : `\`${call} --help\` shows every command.`;
}

const isUnreachable = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ECONNREFUSED" || error.code === "ECONNRESET");
