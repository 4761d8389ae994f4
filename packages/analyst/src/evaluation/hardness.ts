/** How hard a reference query is, after Spider's definition, from its text. */
export function hardness(sql: string): "easy" | "medium" | "hard" | "extra" {
  const text = ` ${sql
    .replace(/'[^']*'|"[^"]*"/g, "v")
    .toLowerCase()
    .replace(/\s+/g, " ")} `;
  const count = (pattern: RegExp) => (text.match(pattern) ?? []).length;
  const joins = count(/ join /g);
  const components =
    (/ where /.test(text) ? 1 : 0) +
    (/ group by /.test(text) ? 1 : 0) +
    (/ order by /.test(text) ? 1 : 0) +
    (/ limit /.test(text) ? 1 : 0) +
    joins +
    count(/ or /g) +
    count(/ like /g);
  const nested = count(/\( ?select /g) + count(/ (?:union|intersect|except) /g);
  const select = /select (.*?) from /.exec(text)?.[1] ?? "";
  const where = / where (.*?)(?: group by | order by | limit | union | intersect | except |$)/.exec(text)?.[1] ?? "";
  const groups = / group by (.*?)(?: having | order by | limit | union | intersect | except |$)/.exec(text)?.[1] ?? "";
  const aggregates = count(/\b(?:count|sum|avg|min|max) ?\(/g);
  const others =
    (aggregates > 1 ? 1 : 0) +
    (select.split(",").length > 1 ? 1 : 0) +
    (/ and | or /.test(where) ? 1 : 0) +
    (groups.split(",").length > 1 ? 1 : 0);
  if (components <= 1 && others === 0 && nested === 0) return "easy";
  if ((others <= 2 && components <= 1 && nested === 0) || (components <= 2 && others < 2 && nested === 0))
    return "medium";
  if (
    (others > 2 && components <= 2 && nested === 0) ||
    (components > 2 && components <= 3 && others <= 2 && nested === 0) ||
    (components <= 1 && others === 0 && nested <= 1)
  )
    return "hard";
  return "extra";
}
