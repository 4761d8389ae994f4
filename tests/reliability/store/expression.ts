import type { Attributes } from "./attribute.ts";
import { Reader } from "./expression-reader.ts";
import { nameOf, type Path } from "./item-path.ts";

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

export const conditionOf = remember((text) => new Reader(text).condition());
export const changeOf = remember((text) => new Reader(text).change());
const pathsOf = remember((text) => new Reader(text).paths());

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
