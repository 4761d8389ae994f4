import { parseArgs } from "node:util";
import { type Command, type Given, type Input, UsageError } from "./command.ts";
import { didYouMean } from "./suggest.ts";

/** What is wrong with the arguments, in words for whoever typed them. */
function explained(error: unknown, names: readonly string[]): UsageError {
  const message = error instanceof Error ? error.message : String(error);
  const [, unknown] = /^Unknown option '--?([^']+)'/.exec(message) ?? [];
  if (unknown !== undefined) {
    return new UsageError(`Unknown option --${unknown}.${didYouMean(unknown, names, (name) => `--${name}`)}`);
  }
  // parseArgs names the argument, then explains itself to programmers.
  return new UsageError(`${(message.split(". ")[0] ?? message).replace(/\.$/, "")}.`);
}

const listed = (names: readonly string[]): string => names.map((name) => `--${name}`).join(", ");

/** The arguments of a command, checked against its options. Throws `UsageError`. */
export function readArguments(command: Command, args: string[], input: Input = process.stdin): Given {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { flag, many }]) => [
      name,
      { type: flag ? ("boolean" as const) : ("string" as const), multiple: many ?? false },
    ]),
  );
  let values: Record<string, unknown>;
  let positionals: string[];
  try {
    ({ values, positionals } = parseArgs({
      args,
      options: { ...options, json: { type: "boolean" } },
      strict: true,
      allowPositionals: command.words !== undefined,
    }));
  } catch (error) {
    throw explained(error, [...Object.keys(command.options), "json"]);
  }
  const required = Object.keys(command.options).filter((name) => command.options[name]?.required);
  const missing = required.filter((name) => values[name] === undefined);
  if (missing.length > 0) throw new UsageError(`Missing: ${listed(missing)}`);
  const blank = required.filter((name) => {
    const value = values[name];
    return typeof value === "string" && value.trim() === "";
  });
  if (blank.length > 0) throw new UsageError(`Empty: ${listed(blank)}`);
  const words = positionals.join(" ").trim();
  if (command.words && words === "") throw new UsageError(`Missing: ${command.words.name}`);
  const optional = (name: string): string | undefined => {
    const value = values[name];
    return typeof value === "string" ? value : undefined;
  };
  return {
    json: values["json"] === true,
    words,
    input,
    optional,
    text: (name) => optional(name) ?? "",
    all: (name) => {
      const value = values[name];
      return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
    },
    flag: (name) => values[name] === true,
  };
}
