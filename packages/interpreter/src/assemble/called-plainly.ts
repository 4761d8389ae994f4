import type { Catalog } from "../catalog/catalog.ts";
import { expressionAsCalled, namesIn } from "../form/called.ts";
import type { Called, LogicalForm, Output } from "../form/logical-form.ts";
import { nameOf, snakeCase } from "./output-names.ts";

/** The form with what its tables and columns are called before people, where that is not what they are named; its headings, too. */
export function calledPlainly(form: LogicalForm, catalog: Catalog): LogicalForm {
  const { called: before, ...bare } = form;
  const called = calledIn(form, catalog);
  if (Object.keys(called).length === 0) return before === undefined ? form : bare;
  return { ...bare, called, outputs: form.outputs.map((output) => headed(output, called)) };
}

function headed(output: Output, called: Called): Output {
  const { expression, name } = output;
  if (name === nameOf(expression)) return { ...output, name: nameOf(expressionAsCalled(expression, called)) };
  const longestFirst = [...namesIn(expression)].toSorted((one, other) => other.length - one.length);
  const plain = longestFirst.reduce(
    (heading, named) => withPlain(heading, snakeCase(named.replace(/^.*\./, "")), snakeCase(called[named] ?? "")),
    name,
  );
  return { ...output, name: plain };
}

/** "total_sb_amount_2025" → "total_amount_2025" */
function withPlain(heading: string, named: string, plain: string): string {
  const at = plain === "" ? -1 : `_${heading}_`.indexOf(`_${named}_`);
  return at < 0 ? heading : `${heading.slice(0, at)}${plain}${heading.slice(at + named.length)}`;
}

/** The names of a form that are told otherwise than they are written. */
function calledIn(form: LogicalForm, { byName, tables }: Catalog): Called {
  const called: Record<string, string> = {};
  for (const name of namesIn(form)) {
    const [table = "", column] = name.split(".");
    const found =
      column === undefined
        ? byName.get(table)
        : (table === "" ? tables : [byName.get(table)])
            .flatMap((one) => one?.columns ?? [])
            .find((one) => one.name === column && (table !== "" || one.isForeign));
    if (found !== undefined && found.called !== found.name) called[name] = found.called;
  }
  return called;
}
