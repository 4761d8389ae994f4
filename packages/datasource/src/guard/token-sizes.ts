import { rejected } from "../failure.ts";
import type { Token } from "../tokens/lexer.ts";

/** Functions of MySQL that make as much text as they are asked for, and which of their arguments says how much. */
const LENGTH_ARGUMENTS: ReadonlyMap<string, number> = new Map([
  ["repeat", 1],
  ["lpad", 1],
  ["rpad", 1],
  ["space", 0],
]);
/** Largest number a function may be given as a length. */
export const MAX_MADE_LENGTH = 1_000;

/** Refuses a length that is not a small number, or bounded by `LEAST(…, n)`. `index` is the function's name. */
export function checkLength(tokens: readonly Token[], index: number, name: string): void {
  const place = LENGTH_ARGUMENTS.get(name);
  if (place === undefined) return;
  const argument = argumentsOf(tokens, index + 1)[place] ?? [];
  const bounds = /^least$/i.test(argument[0]?.text ?? "") ? argumentsOf(argument, 1) : [argument];
  const isWhole = bounds.length === 1 || argument.at(-1)?.text === ")";
  const isSmall = (bound: readonly Token[]) =>
    bound.length === 1 && bound[0]?.kind === "number" && Number(bound[0].text) <= MAX_MADE_LENGTH;
  if (isWhole && bounds.some(isSmall)) return;
  throw rejected(
    `The length given to ${name} must be a number of at most ${MAX_MADE_LENGTH}, or LEAST(…, ${MAX_MADE_LENGTH}).`,
  );
}

/** The tokens of each argument in the brackets that open at `opening`. */
function argumentsOf(tokens: readonly Token[], opening: number): Token[][] {
  const found: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens.slice(opening)) {
    const text = token.kind === "symbol" ? token.text : "";
    if (text === ")") depth -= 1;
    if (depth === 0 && text === ")") break;
    if (depth === 1 && text === ",") found.push([]);
    else if (depth > 0) found.at(-1)?.push(token);
    if (text === "(") depth += 1;
  }
  return found;
}
