/** A value for each period in which there is one; the key is the period's number. */
export type Series = ReadonlyMap<number, number>;

type Value = { series: Series } | { number: number } | { list: Series[] };

const tokens = (text: string) => text.match(/[A-Za-z_]\w*|\d+(\.\d+)?|>=|<=|==|!=|[()+\-*/,<>]/g) ?? [];

const operators: Record<string, (a: number, b: number) => number> = {
  "==": (a, b) => Number(a === b),
  "!=": (a, b) => Number(a !== b),
  ">=": (a, b) => Number(a >= b),
  "<=": (a, b) => Number(a <= b),
  ">": (a, b) => Number(a > b),
  "<": (a, b) => Number(a < b),
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
};
const levels = [
  ["==", "!=", ">=", "<=", ">", "<"],
  ["+", "-"],
  ["*", "/"],
];

/** A series or a number, for the periods in which every operand that is a series has a value: CloudWatch fills nothing. */
function combine(values: Value[], of: (...numbers: number[]) => number): Value {
  const all = values.flatMap((value) => ("series" in value ? [value.series] : []));
  const at = (value: Value, period: number): number => {
    if ("number" in value) return value.number;
    if ("series" in value) return value.series.get(period) ?? Number.NaN;
    throw new Error("a list may only be in a function");
  };
  const [first, ...rest] = all;
  if (!first) return { number: of(...values.map((value) => at(value, 0))) };
  const periods = [...first.keys()].filter((period) => rest.every((series) => series.has(period)));
  const entries = periods.map((period) => [period, of(...values.map((value) => at(value, period)))] as const);
  // A division by zero is not a data point.
  return { series: new Map(entries.filter(([, value]) => Number.isFinite(value))) };
}

/** The sum of what there is: a series without a value in a period takes no part in it. */
function sum(series: Series[]): Series {
  const total = new Map<number, number>();
  for (const one of series) for (const [period, value] of one) total.set(period, (total.get(period) ?? 0) + value);
  return total;
}

/**
 * CloudWatch's metric math, as far as the alarms use it: numbers, metrics by their ids, comparisons, arithmetic, `IF`,
 * `SUM` and `METRICS`. Anything else is refused: an expression that is not understood is not tested.
 */
export function evaluate(text: string, metrics: Readonly<Record<string, Series>>): Series {
  const rest = tokens(text);
  const take = (wanted?: string): string => {
    const token = rest.shift();
    if (token === undefined || (wanted !== undefined && token !== wanted)) throw new Error(`${text}: no ${wanted}`);
    return token;
  };

  const call = (name: string): Value => {
    const given: Value[] = [];
    take("(");
    while (rest[0] !== ")") {
      given.push(binary(0));
      if (rest[0] === ",") take();
    }
    take(")");
    const [first] = given;
    if (name === "METRICS" && given.length === 0) return { list: Object.values(metrics) };
    if (name === "SUM" && given.length === 1 && first && "list" in first) return { series: sum(first.list) };
    if (name === "IF" && given.length === 3) return combine(given, (test, yes, no) => (test ? (yes ?? 0) : (no ?? 0)));
    throw new Error(`${text}: ${name} is not known here`);
  };

  const primary = (): Value => {
    const token = take();
    if (token === "(") {
      const inner = binary(0);
      take(")");
      return inner;
    }
    if (/^\d/.test(token)) return { number: Number(token) };
    if (rest[0] === "(") return call(token);
    const series = metrics[token];
    if (!series) throw new Error(`${text}: there is no ${token}`);
    return { series };
  };

  const binary = (level: number): Value => {
    const own = levels[level];
    if (!own) return primary();
    let left = binary(level + 1);
    while (own.includes(rest[0] ?? "")) {
      const operator = operators[take()];
      if (operator) left = combine([left, binary(level + 1)], operator);
    }
    return left;
  };

  const value = binary(0);
  if (rest.length > 0) throw new Error(`${text}: what is ${rest[0]}?`);
  if (!("series" in value)) throw new Error(`${text} is not a series`);
  return value.series;
}
