import type { About, Qualifier } from "./leads.ts";
import type { ColumnExpression, Condition } from "../form/logical-form.ts";
import { sameExpression } from "../form/visit.ts";
import { joined, plural, spoken } from "../language/words.ts";
import { columnWords, eventOf, isName, isOwnDoing, isOwnKey, roleWords, thing, things } from "./column-words.ts";
import { whenText } from "./moments.ts";
import { literalWords, oneColumnOf } from "./qualifiers.ts";

/** "with origin depot “Lille”": of two keys to one table, the one through which a name is meant. */
export function sideQualifier({
  left,
  form,
  negated,
}: Omit<Extract<Condition, { kind: "within" }>, "kind">): Qualifier | null {
  const [only, ...others] = [...form.where, ...form.having];
  const side = spoken(left.column).replace(/ id$/, "");
  const named =
    only?.kind === "either" ? oneColumnOf(only.conditions) : only === undefined ? null : oneColumnOf([only]);
  if (named === null || others.length > 0 || left.table === form.subject || side === thing(form.subject)) return null;
  if (named.left.kind !== "column" || (!isName(named.left) && !/ (?!number$|code$)[a-z]+$/.test(side))) return null;
  const what = isName(named.left) ? side : `${side} ${columnWords(named.left)}`;
  return {
    lead: "with",
    text: `${what} ${negated ? "other than " : ""}${joined(named.values.map(literalWords), "or")}`,
  };
}

/** "with the same depot as Kim": what a row of the same table has. */
export function sameQualifier({
  left,
  form,
  negated,
}: Omit<Extract<Condition, { kind: "within" }>, "kind">): Qualifier | null {
  const [named, ...others] = [...form.where, ...form.having];
  const side = spoken(left.column).replace(/ id$/, "");
  const isSame = form.outputs.length === 1 && form.outputs.every(({ expression }) => sameExpression(expression, left));
  // "of the latest play by Ann": the first of those is no way in which others are the same.
  if (
    negated ||
    !isSame ||
    form.limit !== null ||
    left.table !== form.subject ||
    /^id$/.test(side) ||
    side === thing(form.subject)
  )
    return null;
  if (named?.kind !== "compare" || named.right.kind !== "literal" || named.operator !== "=" || others.length > 0)
    return null;
  return { lead: "with", text: `the same ${side} as ${literalWords(named.right.value)}` };
}

/** "with the same opera as Ada Holt, apart from that one": others that a table of links brings together with the same. */
export function sharedQualifier({ conditions }: Extract<Condition, { kind: "every" }>): Qualifier | null {
  const [linked, apart, ...more] = conditions;
  if (linked?.kind !== "related" || linked.negated || apart?.kind !== "compare" || more.length > 0) return null;
  const [within, ...others] = linked.where;
  if (within?.kind !== "within" || others.length > 0 || within.left.table !== linked.table) return null;
  const [named] = within.form.where;
  if (named?.kind !== "compare" || named.right.kind !== "literal" || !sameExpression(named.left, apart.left))
    return null;
  if (apart.operator !== "!=" || named.operator !== "=") return null;
  const isLink = within.form.subject === linked.table;
  const side = isLink ? spoken(within.left.column).replace(/ id$/, "") : thing(linked.table);
  return { lead: "with", text: `the same ${side} as ${literalWords(named.right.value)}, apart from that one` };
}

/** "that are managers", "that are managers of departments": those to whom a key leads. */
export function holderQualifier({
  left,
  form,
  negated,
}: Omit<Extract<Condition, { kind: "within" }>, "kind">): Qualifier | null {
  const [only, ...more] = form.outputs;
  const [set, ...others] = form.where;
  const isHeld =
    set?.kind === "missing" &&
    set.negated &&
    others.length + more.length === 0 &&
    only !== undefined &&
    sameExpression(only.expression, set.left);
  if (!isHeld || only.expression.kind !== "column" || isOwnKey(only.expression)) return null;
  const role = roleWords(only.expression.column);
  // "referred_by_id"
  if (role.endsWith(" by") && form.subject === left.table)
    return { lead: "doing", text: `that ${negated ? "no " : ""}others are ${role}` };
  const whose = form.subject === left.table ? "" : ` of ${things(form.subject)}`;
  return { lead: "doing", text: `that are ${negated ? "not " : ""}${plural(role)}${whose}` };
}

/** A key is called after its table, or after nothing else. */
export const isKeyOf = ({ column }: ColumnExpression, table: string): boolean =>
  /^(id|code|no|key)$/i.test(column) || spoken(column).replace(/ (id|code|no|key)$/, "") === thing(table);

/** "not completed this month", "without last sign in this year": at another time, or never. */
export function notInTime(
  { conditions: [period, missing, ...more] }: Extract<Condition, { kind: "either" }>,
  about: About,
): Qualifier | null {
  if (period?.kind !== "period" || !period.negated || missing?.kind !== "missing" || missing.negated) return null;
  const { left } = period;
  if (more.length > 0 || left.kind !== "column" || !sameExpression(left, missing.left)) return null;
  if (!about.tables.includes(left.table)) return null;
  const event = eventOf(left);
  const when = whenText(period.label);
  if (event === null || event === "")
    return { lead: "without", text: `${columnWords(left).replace(/ (?:at|on)$/, "")} ${when}` };
  return isOwnDoing(event) ? null : { lead: "doing", text: `not ${event} ${when}` };
}
