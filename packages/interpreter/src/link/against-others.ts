import type { Catalog } from "../catalog/catalog.ts";
import { stem } from "../language/inflection.ts";
import type { Token } from "../language/tokens.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** All those for which something does not hold. */
const others =
  /^(?:without(?: one| it| any| them)?|(?:all |the |any )?others?|(?:the |all the )?rest|(?:everyone|everybody) else|(?:non[- ]?|un|in)(?<same>[a-z]+)|(?<guests>(?:the )?(?:guests?|visitors?|walk-ins?))|(?<days>(?:week|work(?:ing )?|business |other |normal |ordinary )days?))(?: ones| customers)?$/;

const isJoint = (token: Token | undefined): boolean => /^(?:vs|versus|and|or|against)$/.test(token?.lower ?? "");

/** What holds for some rows: the words of a column of yes and no, the noun that stays, and the place after them. */
interface Held {
  flag: readonly Token[];
  noun: Token | undefined;
  joint: number;
}

/** "vip", "vip clients", "loyalty members" from a place on, before "vs". */
function heldAt(tokens: readonly Token[], at: number, catalog: Catalog): Held | null {
  const [name, second] = [tokens[at], tokens[at + 1]];
  const noun = isJoint(tokens[at + 2]) ? second : undefined;
  const joint = noun === undefined ? at + 1 : at + 2;
  if (name?.kind !== "word" || !isJoint(tokens[joint])) return null;
  const flags = (catalog.columnsByStem.get(name.stem) ?? []).filter(({ isFlag }) => isFlag);
  const isPair = flags.some(
    ({ essential }) => noun !== undefined && essential.join(" ") === `${name.stem} ${noun.stem}`,
  );
  if (isPair && noun !== undefined) return { flag: [name, noun], noun: undefined, joint };
  const isWhole = flags.some(({ essential }) => essential.every((own) => own === name.stem));
  return isWhole ? { flag: [name], noun, joint } : null;
}

/** True for words that name all others than those: "non-members" of members, "guests" of members. */
function areOthers(said: string, flag: readonly Token[]): boolean {
  const found = others.exec(said);
  const name = flag.at(-1)?.stem ?? "";
  const { same, guests, days } = found?.groups ?? {};
  if (days !== undefined) return /^(?:weekend|holidai|holiday)$/.test(name);
  if (found === null || (same !== undefined && stem(same) !== name)) return false;
  return guests === undefined || /^(?:member|subscrib|regist)/.test(name);
}

/** "of members vs non-members", "with battery vs without": what holds for some rows against all others; they are told apart by it. */
export const againstOthers: Rewriter = (tokens, at, catalog) => {
  const lead = tokens[at];
  if (lead === undefined || !/^(?:of|for|from|by|between|with|on|at|during)$/.test(lead.lower)) return null;
  const held = heldAt(tokens, /^(?:the|our)$/.test(tokens[at + 1]?.lower ?? "") ? at + 2 : at + 1, catalog);
  if (held === null) return null;
  const { flag, noun, joint } = held;
  const first = tokens[joint + 1]?.lower === "." ? joint + 2 : joint + 1;
  for (let end = Math.min(first + 3, tokens.length); end > first; end--) {
    const said = tokens
      .slice(first, end)
      .map(({ lower }) => lower)
      .join(" ");
    const isLacking = said.startsWith("without");
    if (!areOthers(said, flag) || (lead.lower === "with") !== isLacking) continue;
    const next = tokens[end];
    const isRows = next !== undefined && catalog.tablesByStem.has(next.stem);
    const rows = isRows ? next : noun;
    const kept = rows === undefined ? [] : [lead, rows];
    const group = written(flag.length > 1 ? flag : [...flag, ...flag], ["by", ...flag.map(({ lower }) => lower)]);
    return { tokens: [...kept, ...group], end: isRows ? end + 1 : end };
  }
  return null;
};
