import { isBoss, isPerson } from "../catalog/persons.ts";
import { plural } from "../language/words.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** "direct reports per manager", "subordinates": the people, where a key says to whom of them each reports. */
export const directReports: Rewriter = (tokens, at, { links, vocabulary }) => {
  const [first, second] = tokens.slice(at, at + 2);
  const isPair = first?.lower === "direct" && second?.lower === "reports";
  const said = isPair ? [first, second] : first?.lower === "subordinates" ? [first] : [];
  if (said.length === 0 || said.some(({ stem }) => vocabulary.has(stem))) return null;
  const [only, ...more] = new Set(
    links.flatMap(({ from: [key], to: [target] }) =>
      key !== undefined && key.table === target?.table && isPerson(key.table) && isBoss(key) ? [key.table] : [],
    ),
  );
  if (only === undefined || more.length > 0) return null;
  const words = [...only.words.slice(0, -1), plural(only.words.at(-1) ?? "")];
  return { tokens: written(said, words), end: at + said.length };
};
