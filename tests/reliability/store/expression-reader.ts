import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { type Attributes, equal, order, size } from "./attribute.ts";
import { Invalid, type Path, read, type Scope, write } from "./item-path.ts";
import { tokens } from "./tokens.ts";

type Operand = (scope: Scope) => AttributeValue | undefined;
export type Condition = (scope: Scope) => boolean;
/** Returns the changed item; the given one stays as it is. */
export type Change = (scope: Scope, item: Attributes) => Attributes;
/** One part of a change, which is made in `item` itself. */
type Step = (scope: Scope, item: Attributes) => void;

/** A reader of the part of DynamoDB's expression language that the service uses; anything else throws. */
export class Reader {
  readonly #text: string;
  readonly #tokens: readonly string[];
  #position = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokens(text);
  }

  condition(): Condition {
    return this.#whole(this.#either());
  }

  change(): Change {
    return this.#whole(this.#change());
  }

  paths(): Path[] {
    return this.#whole(this.#paths());
  }

  /** What was read, if it is the whole text. */
  #whole<T>(result: T): T {
    if (this.#peek() !== undefined) throw new Invalid(`unexpected ${this.#peek()} in: ${this.#text}`);
    return result;
  }

  #peek(): string | undefined {
    return this.#tokens[this.#position];
  }

  #take(): string {
    return this.#tokens[this.#position++] ?? "";
  }

  #expect(token: string): void {
    const found = this.#take();
    if (found !== token) throw new Invalid(`expected ${token}, found ${found} in: ${this.#text}`);
  }

  #isNext(word: string): boolean {
    return this.#peek()?.toUpperCase() === word;
  }

  #path(): Path {
    const steps = [this.#take()];
    while (this.#peek() === ".") {
      this.#take();
      steps.push(this.#take());
    }
    if (!/^[#A-Za-z_]/.test(steps[0] ?? "")) throw new Invalid(`expected a path in: ${this.#text}`);
    return steps;
  }

  #operand(): Operand {
    const token = this.#peek() ?? "";
    if (token.startsWith(":")) {
      this.#take();
      return ({ values }) => {
        const value = values[token];
        if (value === undefined) throw new Invalid(`no value for ${token}`);
        return value;
      };
    }
    if (token === "size") return this.#size();
    if (token === "if_not_exists") return this.#ifNotExists();
    if (token === "list_append") return this.#listAppend();
    const wanted = this.#path();
    return (scope) => read(scope.item, wanted, scope.names);
  }

  /** The arguments of a function, each read in its own way, with the name and the brackets. */
  #call<Arguments extends unknown[]>(...readers: { [Place in keyof Arguments]: () => Arguments[Place] }): Arguments {
    this.#take();
    this.#expect("(");
    const found = readers.map((argument, place) => {
      if (place > 0) this.#expect(",");
      return argument();
    });
    this.#expect(")");
    // One argument for each that was to be read.
    return found as Arguments;
  }

  #size(): Operand {
    const [measured] = this.#call<[Path]>(() => this.#path());
    return (scope) => {
      const value = read(scope.item, measured, scope.names);
      const measure = value && size(value);
      return measure === undefined ? undefined : { N: String(measure) };
    };
  }

  #ifNotExists(): Operand {
    const [wanted, otherwise] = this.#call<[Path, Operand]>(
      () => this.#path(),
      () => this.#operand(),
    );
    return (scope) => read(scope.item, wanted, scope.names) ?? otherwise(scope);
  }

  #listAppend(): Operand {
    const [first, second] = this.#operands();
    return (scope) => {
      const [left, right] = [first(scope)?.L, second(scope)?.L];
      if (!left || !right) throw new Invalid("list_append takes two lists");
      return { L: [...left, ...right] };
    };
  }

  #operands(): [Operand, Operand] {
    return this.#call<[Operand, Operand]>(
      () => this.#operand(),
      () => this.#operand(),
    );
  }

  /** An operand, or two with a sign between them. */
  #sum(): Operand {
    const left = this.#operand();
    const sign = this.#peek();
    if (sign !== "+" && sign !== "-") return left;
    this.#take();
    const right = this.#operand();
    return (scope) => {
      const [one, other] = [left(scope)?.N, right(scope)?.N];
      if (one === undefined || other === undefined) throw new Invalid("only numbers are added");
      return { N: String(Number(one) + Number(other) * (sign === "+" ? 1 : -1)) };
    };
  }

  #comparison(): Condition {
    switch (this.#peek()) {
      case "(": {
        this.#take();
        const inner = this.#either();
        this.#expect(")");
        return inner;
      }
      case "attribute_exists":
        return this.#exists(true);
      case "attribute_not_exists":
        return this.#exists(false);
      case "contains":
        return this.#contains();
      case "begins_with":
        return this.#beginsWith();
      default:
        return this.#compared(this.#operand());
    }
  }

  #exists(isWanted: boolean): Condition {
    const [wanted] = this.#call<[Path]>(() => this.#path());
    return (scope) => (read(scope.item, wanted, scope.names) !== undefined) === isWanted;
  }

  #contains(): Condition {
    const [whole, part] = this.#operands();
    return (scope) => {
      const [kept, wanted] = [whole(scope), part(scope)?.S];
      // A text that is part of a text, or one of a set.
      const texts = kept?.SS ?? kept?.S;
      return texts !== undefined && wanted !== undefined && texts.includes(wanted);
    };
  }

  #beginsWith(): Condition {
    const [whole, start] = this.#operands();
    return (scope) => {
      const [long, beginning] = [whole(scope)?.S, start(scope)?.S];
      return long !== undefined && beginning !== undefined && long.startsWith(beginning);
    };
  }

  #compared(left: Operand): Condition {
    if (this.#isNext("BETWEEN")) return this.#between(left);
    const sign = this.#take();
    const right = this.#operand();
    const holds = signs[sign];
    if (!holds) throw new Invalid(`unknown comparison ${sign} in: ${this.#text}`);
    return (scope) => {
      const [one, other] = [left(scope), right(scope)];
      return one !== undefined && other !== undefined && holds(one, other);
    };
  }

  #between(left: Operand): Condition {
    this.#take();
    const from = this.#operand();
    if (!this.#isNext("AND")) throw new Invalid(`expected AND in: ${this.#text}`);
    this.#take();
    const to = this.#operand();
    return (scope) => {
      const [value, low, high] = [left(scope), from(scope), to(scope)];
      if (!value || !low || !high) return false;
      return (order(value, low) ?? -1) >= 0 && (order(value, high) ?? 1) <= 0;
    };
  }

  #both(): Condition {
    let condition = this.#comparison();
    while (this.#isNext("AND")) {
      this.#take();
      const [left, right] = [condition, this.#comparison()];
      condition = (scope) => left(scope) && right(scope);
    }
    return condition;
  }

  #either(): Condition {
    let condition = this.#both();
    while (this.#isNext("OR")) {
      this.#take();
      const [left, right] = [condition, this.#both()];
      condition = (scope) => left(scope) || right(scope);
    }
    return condition;
  }

  #change(): Change {
    const steps: Step[] = [];
    while (this.#peek() !== undefined) {
      const clause = this.#take().toUpperCase();
      do {
        if (this.#peek() === ",") this.#take();
        const target = this.#path();
        if (clause === "SET") {
          this.#expect("=");
          const value = this.#sum();
          steps.push((scope, item) => {
            const written = value(scope);
            if (!written) throw new Invalid("an operand names an attribute that is not there");
            write(item, target, scope.names, written);
          });
        } else if (clause === "REMOVE") {
          steps.push((scope, item) => write(item, target, scope.names, undefined));
        } else if (clause === "ADD" || clause === "DELETE") {
          const value = this.#operand();
          steps.push((scope, item) => {
            const [kept, named] = [read(item, target, scope.names)?.SS ?? [], value(scope)?.SS];
            if (!named) throw new Invalid("only sets of text are added and deleted");
            const others = kept.filter((one) => !named.includes(one));
            const texts = clause === "ADD" ? [...others, ...named] : others;
            write(item, target, scope.names, texts.length > 0 ? { SS: texts } : undefined);
          });
        } else throw new Invalid(`unknown clause ${clause} in: ${this.#text}`);
      } while (this.#peek() === ",");
    }
    return (scope, item) => {
      const changed = { ...item };
      for (const step of steps) step(scope, changed);
      return changed;
    };
  }

  #paths(): Path[] {
    const found = [this.#path()];
    while (this.#peek() === ",") {
      this.#take();
      found.push(this.#path());
    }
    return found;
  }
}

const signs: Record<string, (left: AttributeValue, right: AttributeValue) => boolean> = {
  "=": equal,
  "<>": (left, right) => !equal(left, right),
  "<": (left, right) => (order(left, right) ?? 0) < 0,
  "<=": (left, right) => (order(left, right) ?? 1) <= 0,
  ">": (left, right) => (order(left, right) ?? 0) > 0,
  ">=": (left, right) => (order(left, right) ?? -1) >= 0,
};
