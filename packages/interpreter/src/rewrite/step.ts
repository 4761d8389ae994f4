import type { Context } from "../resolve/context.ts";

/** One thing the words of a question mean beyond what the reader saw. */
export interface Step {
  name: string;
  /** What it recognises and what it makes of it. */
  recognises: string;
  example: string;
  /** What is known after it; what was known before, unchanged, where it recognises nothing. */
  rewrite: (context: Context) => Context;
}
