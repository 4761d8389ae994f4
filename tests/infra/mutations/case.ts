import type { checks } from "../checks.ts";
import type { Mutation } from "../evaluate.ts";

/** A check by its name. */
export type Name = keyof typeof checks;

/** What is broken, how, and the check that has to notice. */
export type Case = [breaks: string, mutation: Mutation, noticed: Name, stage?: string];

/** A replacement in a file under `infra`. */
export const change = (file: string, from: string, to: string): Mutation => ({ file: `infra/${file}`, from, to });
