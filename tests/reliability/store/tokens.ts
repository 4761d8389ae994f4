import { Invalid } from "./item-path.ts";

const TOKEN = /\s*(?:([#:]?[A-Za-z_]\w*)|(<=|>=|<>|[()=<>,.+-]))/y;

/** The words and signs of an expression. Throws `Invalid` for anything else. */
export function tokens(source: string): string[] {
  const found: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.trimEnd().length) {
    const match = TOKEN.exec(source);
    if (!match) throw new Invalid(`cannot read the expression: ${source}`);
    found.push(match[1] ?? match[2] ?? "");
  }
  return found;
}
