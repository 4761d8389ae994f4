import { UsageError } from "./command.ts";

/** An option's text, within the bounds that the interface has for it (characters). Throws `UsageError`. */
export function boundedText(option: string, text: string, { min = 1, max }: { min?: number; max: number }): string {
  const count = Array.from(text).length;
  if (count < min || count > max) throw new UsageError(`--${option} takes ${min} to ${max} characters`);
  return text;
}
