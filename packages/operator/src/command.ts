import type { Requirement } from "@parley/contract/fields";
import type { Base, OrganizationContext, WithFiles } from "@parley/core/environment/context";
import * as v from "valibot";
import { didYouMean } from "./suggest.ts";

/** A deployment the operator works on. */
export type Deployment = Base & WithFiles;

/** How the command line is called. */
export const call = "npm run operator --";

/** A value that a command takes: `--name VALUE`, or `--name` alone for a flag. */
export interface Option {
  help: string;
  required?: boolean;
  flag?: boolean;
  /** May be given several times. */
  many?: boolean;
}

/** Standard input: a terminal, or what is piped in. */
export type Input = NodeJS.ReadableStream & { isTTY?: boolean };

/** What was given, checked against the command's options. */
export interface Given {
  /** An option that is required, so that it is there. */
  text(name: string): string;
  optional: (this: void, name: string) => string | undefined;
  all(name: string): string[];
  flag(name: string): boolean;
  /** What stands without a name, as the question of `ask`; empty where the command takes none. */
  words: string;
  input: Input;
  /** True where JSON is printed. */
  json: boolean;
}

interface Described {
  /** `member create` */
  name: string;
  summary: string;
  options: Record<string, Option>;
  /** What the command takes without a name, and has to be given. */
  words?: { name: string; help: string };
  /** One line, or several commands below each other. */
  example: string;
}

/**
 * A command returns what is printed: JSON with `--json`, otherwise a table or fields; `warnings` of it are told on standard
 * error as well. It throws `CommandError` or `Failure`. One that stands alone opens a deployment only if it needs one.
 */
export type Command = Described &
  (
    | {
        run(deployment: Deployment, given: Given): Promise<unknown>;
        /** What to do next, or what is still missing, after `run` has returned `answer`: told beside it, never in it. */
        hint?(deployment: Deployment, given: Given, answer: unknown): Promise<string | undefined>;
      }
    | { standalone(given: Given, open: () => Promise<Deployment>): Promise<unknown> }
  );

/** An answer that is not good news: it is printed like any other, and the exit code is 1. */
export class BadNews {
  readonly answer: unknown;
  constructor(answer: unknown) {
    this.answer = answer;
  }
}

/** A failure that is told as one sentence, with what to do about it. */
export class CommandError extends Error {
  readonly code: string;
  readonly hint: string | undefined;
  readonly exitCode: number;
  constructor(code: string, message: string, { hint, exitCode = 1 }: { hint?: string; exitCode?: number } = {}) {
    super(message);
    this.name = "CommandError";
    this.code = code;
    this.hint = hint;
    this.exitCode = exitCode;
  }
}

/** Something that whoever typed the command can put right. */
export class UsageError extends CommandError {
  constructor(message: string, hint?: string) {
    super("USAGE", message, { exitCode: 2, ...(hint !== undefined && { hint }) });
    this.name = "UsageError";
  }
}

export const organizationOption: Option = { help: "Id of the organization", required: true };

/** The context of the organization that `--organization` names. Throws where there is none. */
export async function organizationOf(deployment: Deployment, given: Given): Promise<OrganizationContext & WithFiles> {
  const { get } = await import("@parley/core/organization/organization");
  const ctx = { ...deployment, actor: { organization_id: given.text("organization") } };
  if (!(await get(ctx))) throw new UsageError("There is no organization with this id: `organization list` shows them.");
  return ctx;
}

/** What a request of the interface would take, too. Throws with the first thing that is wrong with it. */
export function checked<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new UsageError(`${v.getDotPath(issue) ?? "This"}: ${messageOf(issue)}`);
}

/** A check of the contract's own has words for its problem. */
function messageOf(issue: v.BaseIssue<unknown>): string {
  const { requirement } = issue;
  return typeof requirement === "function" && "problem" in requirement
    ? (requirement as Requirement).problem.msg
    : issue.message;
}

/** A whole number of an option. */
export function wholeNumber(given: Given, name: string, fallback: number): number {
  const value = given.optional(name);
  if (value === undefined) return fallback;
  if (!/^\d{1,9}$/.test(value)) throw new UsageError(`--${name} takes a whole number`);
  return Number(value);
}

/** One of a few words. Throws where it is none of them, with the nearest. */
export function choice<Choice extends string>(option: string, value: string, choices: readonly Choice[]): Choice {
  const found = choices.find((each) => each === value);
  if (found !== undefined) return found;
  const last = choices.at(-1) ?? "";
  const list = choices.length > 1 ? `${choices.slice(0, -1).join(", ")} or ${last}` : last;
  throw new UsageError(`--${option} is ${list}, not "${value}".${didYouMean(value, choices)}`);
}

/** Tells how far long work has come, where a person reads along. */
export function progress(given: Given, line: string): void {
  if (!given.json) console.error(line);
}
