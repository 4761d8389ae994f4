import { conversationWords } from "./words/conversation.ts";
import { eventWords } from "./words/events.ts";
import { qualityWords } from "./words/quality.ts";
import { replyWords } from "./words/replies.ts";
import { requestWords } from "./words/requests.ts";
import { resourceWords } from "./words/resources.ts";
import { sourceWords } from "./words/sources.ts";
import type { ComponentWords } from "./words/component-words.ts";

type Json = Record<string, unknown>;

/** What every component is, and each of its fields. */
export const componentWords: Readonly<Record<string, ComponentWords>> = {
  ...resourceWords,
  ...conversationWords,
  ...requestWords,
  ...replyWords,
  ...eventWords,
  ...sourceWords,
  ...qualityWords,
};

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * A component's schema with the words for it and for each of its fields. Throws where words are missing, or are there for
 * what is not.
 */
export function described(name: string, schema: Json): Json {
  const words = componentWords[name];
  if (!words) throw new Error(`no words for the component ${name}`);
  const [what, fields] = words;
  const properties = isJson(schema["properties"]) ? schema["properties"] : {};
  const surplus = Object.keys(fields).filter((field) => !(field in properties));
  if (surplus.length > 0) throw new Error(`words for fields that ${name} does not have: ${surplus.join(", ")}`);
  const told = Object.entries(properties).map(([field, property]) => {
    const said = fields[field];
    if (said === undefined || !isJson(property)) throw new Error(`no words for ${name}.${field}`);
    const [description, adds] = typeof said === "string" ? [said, {}] : said;
    return [field, { description, ...property, ...adds }];
  });
  return {
    description: what,
    ...schema,
    ...(told.length > 0 && { properties: Object.fromEntries(told) }),
  };
}
