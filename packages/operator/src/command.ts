import type { Base, OrganizationContext, WithFiles } from "@parley/core/environment/context";

/** A deployment the operator works on. */
export type Deployment = Base & WithFiles;

/** A value that a command takes: `--name VALUE`, or `--name` alone for a flag. */
export interface Option {
  help: string;
  required?: boolean;
  flag?: boolean;
  /** May be given several times. */
  many?: boolean;
}

/** What was given, checked against the command's options. */
export interface Given {
  /** An option that is required, so that it is there. */
  text(name: string): string;
  optional: (this: void, name: string) => string | undefined;
  all(name: string): string[];
  flag(name: string): boolean;
  /** True where JSON is printed. */
  json: boolean;
}

interface Described {
  /** `member create` */
  name: string;
  summary: string;
  options: Record<string, Option>;
  example: string;
}

/**
 * A command answers what is printed: JSON with `--json`, otherwise a table or fields. It throws `UsageError` or
 * `Failure`. One that stands alone needs no deployment.
 */
export type Command = Described &
  (
    | {
        run(deployment: Deployment, given: Given): Promise<unknown>;
        /** What still has to be done after `run` has given `answer`: told beside it, never in it. */
        hint?(deployment: Deployment, given: Given, answer: unknown): Promise<string | undefined>;
      }
    | { standalone(given: Given): Promise<unknown> }
  );

/** Something that whoever typed the command can put right. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
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

/** A whole number of an option. */
export function wholeNumber(given: Given, name: string, fallback: number): number {
  const value = given.optional(name);
  if (value === undefined) return fallback;
  if (!/^\d{1,9}$/.test(value)) throw new UsageError(`--${name} takes a whole number`);
  return Number(value);
}
