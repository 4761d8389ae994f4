import { parseArgs } from "node:util";
import { type Command, type Given, UsageError } from "./command.ts";

/** The arguments of a command, checked against its options. Throws `UsageError`. */
export function readArguments(command: Command, args: string[]): Given {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { flag, many }]) => [
      name,
      { type: flag ? ("boolean" as const) : ("string" as const), multiple: many ?? false },
    ]),
  );
  let values: Record<string, unknown>;
  try {
    ({ values } = parseArgs({ args, options: { ...options, json: { type: "boolean" } }, strict: true }));
  } catch (error) {
    // parseArgs names the argument it does not know, in words for whoever typed it.
    throw new UsageError(error instanceof Error ? (error.message.split(". ")[0] ?? error.message) : String(error));
  }
  const missing = Object.entries(command.options).filter(
    ([name, option]) => option.required && values[name] === undefined,
  );
  if (missing.length > 0) throw new UsageError(`Missing: ${missing.map(([name]) => `--${name}`).join(", ")}`);
  const blank = Object.entries(command.options).filter(([name, option]) => {
    const value = values[name];
    return option.required && typeof value === "string" && value.trim() === "";
  });
  if (blank.length > 0) throw new UsageError(`Empty: ${blank.map(([name]) => `--${name}`).join(", ")}`);
  const optional = (name: string): string | undefined => {
    const value = values[name];
    return typeof value === "string" ? value : undefined;
  };
  return {
    json: values["json"] === true,
    optional,
    text: (name) => optional(name) ?? "",
    all: (name) => {
      const value = values[name];
      return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
    },
    flag: (name) => values[name] === true,
  };
}
