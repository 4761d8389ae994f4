import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import type { Attributes } from "./attribute.ts";

/** What placeholders of an expression stand for, and the item it is about. */
export interface Scope {
  names: Record<string, string>;
  values: Attributes;
  item: Attributes | undefined;
}

/** The request is malformed or does not fit the item: DynamoDB's ValidationException. */
export class Invalid extends Error {}

/** The steps to an attribute, as names or their placeholders. */
export type Path = readonly string[];

/** The name that a step of a path stands for. */
export const nameOf = (step: string, names: Record<string, string>): string => {
  if (!step.startsWith("#")) return step;
  const name = names[step];
  if (name === undefined) throw new Invalid(`no name for ${step}`);
  return name;
};

/** The attribute at a path, if there is one. */
export function read(
  item: Attributes | undefined,
  path: Path,
  names: Record<string, string>,
): AttributeValue | undefined {
  let value: AttributeValue | undefined = item && { M: item };
  for (const step of path) value = value?.M?.[nameOf(step, names)];
  return value;
}

/** Sets or removes an attribute of `item`. The maps on the way to it are copied: other items may share them. */
export function write(
  item: Attributes,
  path: Path,
  names: Record<string, string>,
  value: AttributeValue | undefined,
): void {
  let map = item;
  for (const step of path.slice(0, -1)) {
    const name = nameOf(step, names);
    const inner = map[name]?.M;
    if (!inner) throw new Invalid("The document path provided in the update expression is invalid for update");
    const copy = { ...inner };
    map[name] = { M: copy };
    map = copy;
  }
  const last = nameOf(path.at(-1) ?? "", names);
  if (value === undefined) delete map[last];
  else map[last] = value;
}
