/**
 * What the rows of a result are called that are told by groups: "Kitchen", "capacity 20", "20 employees".
 *
 * Of `SELECT name, COUNT(*) … GROUP BY employees.id` the row ("Kim Berg", 12) has the label "Kim Berg", the groups are told "by employee",
 * and there are "20 employees".
 */
import type { Cell, QueryResult } from "@parley/datasource/types";
import { asPersons, labelWords, rowWords } from "./column-words.ts";
import { expressionWords } from "./expression-words.ts";
import { writerOf } from "./figures.ts";
import { flagLabel } from "./flags.ts";
import { groupKeys, groupWords, isFlag } from "./form-words.ts";
import { counting, limited } from "./lists.ts";
import { isAggregate } from "../form/visit.ts";
import type { Expression, LogicalForm } from "../form/logical-form.ts";

/** The columns that are not figures, as the label of a row. */
export function labelsOf(form: LogicalForm, result: QueryResult) {
  const keys = form.outputs.filter((each) => !isAggregate(each.expression));
  const writers = keys.map((key) => {
    const place = form.outputs.indexOf(key);
    const { expression } = key;
    const write = writerOf(result, place, key);
    if (isFlag(expression, form))
      return (row: readonly Cell[]) => flagLabel(expression, row[place] ?? null) ?? write(row[place] ?? null);
    const prefix = keyPrefix(key.expression) || (place > 0 && keys.length > 1 ? figurePrefix(key.expression) : "");
    return (row: readonly Cell[]) => {
      const cell = row[place] ?? null;
      return typeof cell === "number" ? `${prefix}${write(cell)}` : write(cell);
    };
  });
  const [only, ...more] = asPersons(groupKeys(form));
  const by = groupWords(groupKeys(form), form);
  return {
    by,
    isTime: keys.some((key) => key.expression.kind === "bucket"),
    label: (row: readonly Cell[]) =>
      rowWords(
        keys.map(({ expression }) => expression),
        writers.map((write) => write(row)),
      ),
    /** "20 employees": what the rows are. */
    counted: `${limited(result)} ${more.length === 0 && only ? counting(only) : `${more.length === 1 ? "pairs" : "combinations"} of ${by}`}`,
  };
}

/** "capacity " before a number of what is told with its name: no number stands beside a name by itself. */
const figurePrefix = (expression: Expression): string =>
  expression.kind === "column" ? `${expressionWords(expression)} ` : "";

/** "customer " before a customer's number. */
const keyPrefix = (expression: Expression): string =>
  expression.kind === "column" && /id$/i.test(expression.column) ? `${labelWords(expression) ?? ""} ` : "";
