/** What a query is made of, as Spider's definition counts it. */
interface Counts {
  components: number;
  others: number;
  nested: number;
}

const count = (text: string, pattern: RegExp): number => (text.match(pattern) ?? []).length;

/** How hard a reference query is, by Spider's definition, from its text. */
export function hardness(sql: string): "easy" | "medium" | "hard" | "extra" {
  const text = ` ${sql
    .replace(/'[^']*'|"[^"]*"/g, "v")
    .toLowerCase()
    .replace(/\s+/g, " ")} `;
  const counts: Counts = {
    components: componentsOf(text),
    others: othersOf(text),
    nested: count(text, /\( ?select /g) + count(text, / (?:union|intersect|except) /g),
  };
  if (isEasy(counts)) return "easy";
  if (isMedium(counts)) return "medium";
  return isHard(counts) ? "hard" : "extra";
}

const CLAUSES = [" where ", " group by ", " order by ", " limit "];

const componentsOf = (text: string): number =>
  CLAUSES.filter((clause) => text.includes(clause)).length +
  count(text, / join /g) +
  count(text, / or /g) +
  count(text, / like /g);

function othersOf(text: string): number {
  const select = /select (.*?) from /.exec(text)?.[1] ?? "";
  const where = / where (.*?)(?: group by | order by | limit | union | intersect | except |$)/.exec(text)?.[1] ?? "";
  const groups = / group by (.*?)(?: having | order by | limit | union | intersect | except |$)/.exec(text)?.[1] ?? "";
  const others = [
    count(text, /\b(?:count|sum|avg|min|max) ?\(/g) > 1,
    select.includes(","),
    / and | or /.test(where),
    groups.includes(","),
  ];
  return others.filter(Boolean).length;
}

const isEasy = ({ components, others, nested }: Counts): boolean => components <= 1 && others === 0 && nested === 0;

const isMedium = ({ components, others, nested }: Counts): boolean =>
  nested === 0 && ((others <= 2 && components <= 1) || (components <= 2 && others < 2));

const isHard = ({ components, others, nested }: Counts): boolean =>
  (others > 2 && components <= 2 && nested === 0) ||
  (components === 3 && others <= 2 && nested === 0) ||
  (components <= 1 && others === 0 && nested <= 1);
