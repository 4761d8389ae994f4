import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { type Attributes, equal, order, size } from "./attribute.ts";

/** What placeholders of an expression stand for, and the item it is about. */
export interface Scope {
  names: Record<string, string>;
  values: Attributes;
  item: Attributes | undefined;
}

type Operand = (scope: Scope) => AttributeValue | undefined;
export type Condition = (scope: Scope) => boolean;
type Path = readonly string[];
/** Returns the changed item; the given one stays as it is. */
export type Change = (scope: Scope, item: Attributes) => Attributes;

/** The request is malformed or does not fit the item: DynamoDB's ValidationException. */
export class Invalid extends Error {}

const TOKEN = /\s*(?:([#:]?[A-Za-z_]\w*)|(<=|>=|<>|[()=<>,.+-]))/y;

function tokens(source: string): string[] {
  const found: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.trimEnd().length) {
    const match = TOKEN.exec(source);
    if (!match) throw new Invalid(`cannot read the expression: ${source}`);
    found.push(match[1] ?? match[2] ?? "");
  }
  return found;
}

/** A reader of the part of DynamoDB's expression language that the service uses; anything else throws. */
function reader(text: string) {
  const all = tokens(text);
  let position = 0;
  const peek = () => all[position];
  const take = () => all[position++] ?? "";
  const expect = (token: string) => {
    const found = take();
    if (found !== token) throw new Invalid(`expected ${token}, found ${found} in: ${text}`);
  };
  const isNext = (word: string) => peek()?.toUpperCase() === word;

  function path(): Path {
    const steps = [take()];
    while (peek() === ".") {
      take();
      steps.push(take());
    }
    if (!/^[#A-Za-z_]/.test(steps[0] ?? "")) throw new Invalid(`expected a path in: ${text}`);
    return steps;
  }

  function operand(): Operand {
    const token = peek() ?? "";
    if (token.startsWith(":")) {
      take();
      return ({ values }) => {
        const value = values[token];
        if (value === undefined) throw new Invalid(`no value for ${token}`);
        return value;
      };
    }
    if (token === "size") {
      take();
      expect("(");
      const measured = path();
      expect(")");
      return (scope) => {
        const value = read(scope.item, measured, scope.names);
        const measure = value && size(value);
        return measure === undefined ? undefined : { N: String(measure) };
      };
    }
    if (token === "if_not_exists") {
      take();
      expect("(");
      const wanted = path();
      expect(",");
      const otherwise = operand();
      expect(")");
      return (scope) => read(scope.item, wanted, scope.names) ?? otherwise(scope);
    }
    if (token === "list_append") {
      take();
      expect("(");
      const first = operand();
      expect(",");
      const second = operand();
      expect(")");
      return (scope) => {
        const [left, right] = [first(scope)?.L, second(scope)?.L];
        if (!left || !right) throw new Invalid("list_append takes two lists");
        return { L: [...left, ...right] };
      };
    }
    const wanted = path();
    return (scope) => read(scope.item, wanted, scope.names);
  }

  /** An operand, or two with a sign between them. */
  function sum(): Operand {
    const left = operand();
    const sign = peek();
    if (sign !== "+" && sign !== "-") return left;
    take();
    const right = operand();
    return (scope) => {
      const [one, other] = [left(scope)?.N, right(scope)?.N];
      if (one === undefined || other === undefined) throw new Invalid("only numbers are added");
      return { N: String(Number(one) + Number(other) * (sign === "+" ? 1 : -1)) };
    };
  }

  function comparison(): Condition {
    const token = peek() ?? "";
    if (token === "(") {
      take();
      const inner = either();
      expect(")");
      return inner;
    }
    if (token === "attribute_exists" || token === "attribute_not_exists") {
      take();
      expect("(");
      const wanted = path();
      expect(")");
      const isWanted = token === "attribute_exists";
      return (scope) => (read(scope.item, wanted, scope.names) !== undefined) === isWanted;
    }
    if (token === "contains") {
      take();
      expect("(");
      const [whole, part] = [operand(), (expect(","), operand())];
      expect(")");
      return (scope) => {
        const [set, wanted] = [whole(scope)?.SS, part(scope)?.S];
        return set !== undefined && wanted !== undefined && set.includes(wanted);
      };
    }
    if (token === "begins_with") {
      take();
      expect("(");
      const [whole, start] = [operand(), (expect(","), operand())];
      expect(")");
      return (scope) => {
        const [long, beginning] = [whole(scope)?.S, start(scope)?.S];
        return long !== undefined && beginning !== undefined && long.startsWith(beginning);
      };
    }
    const left = operand();
    if (isNext("BETWEEN")) {
      take();
      const from = operand();
      if (!isNext("AND")) throw new Invalid(`expected AND in: ${text}`);
      take();
      const to = operand();
      return (scope) => {
        const [value, low, high] = [left(scope), from(scope), to(scope)];
        if (!value || !low || !high) return false;
        return (order(value, low) ?? -1) >= 0 && (order(value, high) ?? 1) <= 0;
      };
    }
    const sign = take();
    const right = operand();
    const holds = signs[sign];
    if (!holds) throw new Invalid(`unknown comparison ${sign} in: ${text}`);
    return (scope) => {
      const [one, other] = [left(scope), right(scope)];
      return one !== undefined && other !== undefined && holds(one, other);
    };
  }

  function both(): Condition {
    let condition = comparison();
    while (isNext("AND")) {
      take();
      const [left, right] = [condition, comparison()];
      condition = (scope) => left(scope) && right(scope);
    }
    return condition;
  }

  function either(): Condition {
    let condition = both();
    while (isNext("OR")) {
      take();
      const [left, right] = [condition, both()];
      condition = (scope) => left(scope) || right(scope);
    }
    return condition;
  }

  function change(): Change {
    const steps: Change[] = [];
    while (peek() !== undefined) {
      const clause = take().toUpperCase();
      do {
        if (peek() === ",") take();
        const target = path();
        if (clause === "SET") {
          expect("=");
          const value = sum();
          steps.push((scope, item) => {
            const written = value(scope);
            if (!written) throw new Invalid("an operand names an attribute that is not there");
            return write(item, target, scope.names, written);
          });
        } else if (clause === "REMOVE") {
          steps.push((scope, item) => write(item, target, scope.names, undefined));
        } else if (clause === "ADD" || clause === "DELETE") {
          const value = operand();
          steps.push((scope, item) => {
            const [kept, named] = [read(item, target, scope.names)?.SS ?? [], value(scope)?.SS];
            if (!named) throw new Invalid("only sets of text are added and deleted");
            const others = kept.filter((one) => !named.includes(one));
            const texts = clause === "ADD" ? [...others, ...named] : others;
            return write(item, target, scope.names, texts.length > 0 ? { SS: texts } : undefined);
          });
        } else throw new Invalid(`unknown clause ${clause} in: ${text}`);
      } while (peek() === ",");
    }
    return (scope, item) => steps.reduce((changed, step) => step(scope, changed), item);
  }

  function paths(): Path[] {
    const found = [path()];
    while (peek() === ",") {
      take();
      found.push(path());
    }
    return found;
  }

  const whole = <T>(parse: () => T): T => {
    const result = parse();
    if (peek() !== undefined) throw new Invalid(`unexpected ${peek()} in: ${text}`);
    return result;
  };
  return { condition: () => whole(either), change: () => whole(change), paths: () => whole(paths) };
}

const signs: Record<string, (left: AttributeValue, right: AttributeValue) => boolean> = {
  "=": equal,
  "<>": (left, right) => !equal(left, right),
  "<": (left, right) => (order(left, right) ?? 0) < 0,
  "<=": (left, right) => (order(left, right) ?? 1) <= 0,
  ">": (left, right) => (order(left, right) ?? 0) > 0,
  ">=": (left, right) => (order(left, right) ?? -1) >= 0,
};

const nameOf = (step: string, names: Record<string, string>): string => {
  if (!step.startsWith("#")) return step;
  const name = names[step];
  if (name === undefined) throw new Invalid(`no name for ${step}`);
  return name;
};

function read(item: Attributes | undefined, path: Path, names: Record<string, string>): AttributeValue | undefined {
  let value: AttributeValue | undefined = item && { M: item };
  for (const step of path) value = value?.M?.[nameOf(step, names)];
  return value;
}

function write(
  item: Attributes,
  path: Path,
  names: Record<string, string>,
  value: AttributeValue | undefined,
): Attributes {
  const [first, ...rest] = path;
  const name = nameOf(first ?? "", names);
  if (rest.length === 0) {
    if (value !== undefined) return { ...item, [name]: value };
    const { [name]: _removed, ...others } = item;
    return others;
  }
  const inner = item[name]?.M;
  if (!inner) throw new Invalid("The document path provided in the update expression is invalid for update");
  return { ...item, [name]: { M: write(inner, rest, names, value) } };
}

/** Compiled expressions are kept: the service writes the same few hundred texts again and again. */
function remember<T>(compile: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let compiled = known.get(text);
    if (!compiled) {
      if (known.size > 5_000) known.clear();
      known.set(text, (compiled = compile(text)));
    }
    return compiled;
  };
}

export const conditionOf = remember((text) => reader(text).condition());
export const changeOf = remember((text) => reader(text).change());
const pathsOf = remember((text) => reader(text).paths());

/** What a projection leaves of an item; all of it without one. */
export function projectionOf(
  text: string | undefined,
  names: Record<string, string> = {},
): (item: Attributes) => Attributes {
  if (text === undefined) return (item) => item;
  const paths = pathsOf(text).map((path) => path.map((step) => nameOf(step, names)));
  return (item) => paths.reduce((shown, path) => merge(shown, partOf(item, path)), {} as Attributes);
}

/** One attribute of an item within the maps that lead to it, or nothing. */
function partOf(item: Attributes, [first = "", ...rest]: Path): Attributes {
  const value = item[first];
  if (value === undefined) return {};
  if (rest.length === 0) return { [first]: value };
  const inner = partOf(value.M ?? {}, rest);
  return Object.keys(inner).length > 0 ? { [first]: { M: inner } } : {};
}

function merge(one: Attributes, other: Attributes): Attributes {
  const merged = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const kept = merged[name]?.M;
    merged[name] = kept && value.M ? { M: merge(kept, value.M) } : value;
  }
  return merged;
}
