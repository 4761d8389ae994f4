import type { Called, Expression, LogicalForm } from "./logical-form.ts";

/** The form as it is put into words: with the names that people are told in the place of the schema's. */
export const asCalled = (form: LogicalForm): LogicalForm =>
  form.called === undefined ? form : renamed(form, (name) => form.called?.[name]);

export const expressionAsCalled = (expression: Expression, called: Called): Expression =>
  renamed(expression, (name) => called[name]);

/** The names in a form or a part of it, as `Called` has them. */
export function namesIn(part: object): ReadonlySet<string> {
  const names = new Set<string>();
  renamed(part, (name) => {
    names.add(name);
    return undefined;
  });
  return names;
}

type Rename = (name: string) => string | undefined;

/** Where names of tables stand in a form. */
const TABLES = new Set(["table", "subject", "per", "joins", "optional"]);

// The copy has the shape of what it was made of, as nothing but names are replaced by others.
const renamed = <Part extends object>(part: Part, rename: Rename): Part => copied(part, rename) as Part;

function copied(part: unknown, rename: Rename): unknown {
  if (Array.isArray(part)) return part.map((one) => copied(one, rename));
  if (typeof part !== "object" || part === null) return part;
  const owner = "table" in part ? String(part.table) : "";
  return Object.fromEntries(
    Object.entries(part)
      .filter(([key]) => key !== "called")
      .map(([key, value]) => [key, copiedAt(key, value, { owner, rename })]),
  );
}

function copiedAt(key: string, value: unknown, { owner, rename }: { owner: string; rename: Rename }): unknown {
  if (TABLES.has(key)) {
    if (typeof value === "string") return rename(value) ?? value;
    if (Array.isArray(value) && value.every((one) => typeof one === "string"))
      return value.map((one) => rename(one) ?? one);
  }
  if (key === "flags" && Array.isArray(value)) return value.map((one) => flagAsCalled(String(one), rename));
  if (key === "column" && typeof value === "string") return rename(`${owner}.${value}`) ?? value;
  if (key === "role" && typeof value === "string") return rename(`.${value}`) ?? value;
  return copied(value, rename);
}

/** "tbl_pets.pet_insured" → "pets.insured" */
function flagAsCalled(flag: string, rename: Rename): string {
  const at = flag.indexOf(".");
  const [table, column] = [flag.slice(0, at), flag.slice(at + 1)];
  return `${rename(table) ?? table}.${rename(flag) ?? column}`;
}
