import { cutText } from "@parley/contract/cut-text";

/** Words of SQL that cannot name a table or column without quotes. */
const reserved = new Set(
  `all and as asc between by case check collate column create cross current_date current_time current_timestamp default
   delete desc distinct drop else end escape except exists for foreign from full group having in index inner insert
   intersect into is isnull join left like limit natural not notnull null on or order outer primary references right
   select set table then to union unique update using values when where with`.split(/\s+/),
);

/** Names of results, which stand beside a file's tables. */
const RESULT_NAME = /^r\d+$/;

/** Characters of a heading that its name is made of. */
const LONGEST_NAMED = 200;

/** A name of lower-case letters (of any script), digits and underscores that is not taken yet. */
export function safeName(text: string, fallback: string, taken: Set<string>): string {
  const plain = cutText(
    text
      .slice(0, LONGEST_NAMED)
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, "_")
      .replace(/^_+|_+$/g, ""),
    60,
  );
  const base =
    plain === ""
      ? fallback
      : /^[\p{N}\p{M}]/u.test(plain) || reserved.has(plain) || plain.startsWith("sqlite") || RESULT_NAME.test(plain)
        ? `t_${plain}`
        : plain;
  let name = base;
  for (let number = 2; taken.has(name); number++) name = `${base}_${number}`;
  taken.add(name);
  return name;
}
