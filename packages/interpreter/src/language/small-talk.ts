import type { Schema } from "@parley/datasource/types";
import { aboutTheData, asksForTables } from "./about-the-data.ts";
import { spoken } from "./words.ts";

const greeting =
  /^(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening|day)|greetings|howdy|moin|hallo)(?: (?:there|all|everyone|parley|again))?$/i;
const thanking =
  /^(?:ok(?:ay)?,? |great,? |perfect,? |cool,? )*(?:thanks|thank you|thx|ty|cheers|great|perfect|awesome|cool|nice|ok|okay|got it|well done)(?: (?:a lot|so much|very much|again|that helps|for (?:that|your help|the help)))?$/i;
const parting = /^(?:bye|goodbye|see you(?: later)?|good night|that(?:'s| is) all)$/i;
const help =
  /^(?:help|help me|what (?:all )?can (?:you|i) (?:do|ask|answer)(?: (?:you|for me|here|about))?|what (?:sort|kinds?|types?) of (?:questions|things) can (?:you|i) (?:ask|answer|do)(?: you| here)?|show me what you can do|what (?:do|can) you know|how (?:do|can) (?:i|you) (?:use (?:this|you)|work|help(?: me)?)|who are you|what are you|what is this|what (?:data|information) (?:do you have|are there|is there|is available|can i ask about)|how does this work)$/i;
/** What goes before what is really said: "hi, what can you do". */
const GREETED = /^(?:hi|hello|hey|hiya|hallo|moin|good (?:morning|afternoon|evening|day))(?: there)?[,.!]? (?=\S)/i;
const sending =
  /^(?:(?:please|(?:can|could|will|would) you|can i|how (?:can|do) i) )*(?:export|download|save|send|e-?mail|forward|share|print)(?: me| us)?(?: all(?: of)?)? (?:it|this|that|them|these|those|the (?:results?|table|data|list|chart|answer|numbers|figures))(?: (?:to|as|in|into|for) .{1,40})?$|^(?:export|download|print)$/i;
const foretelling = /^(?:(?:please|can you|could you) )*(?:forecast|predict|extrapolate|foresee)\b/i;
const why =
  /^(?:why|why is that|why not|how come|explain(?: (?:that|this|it|why))?|what do you mean|really|are you sure|is (?:that|this) (?:right|correct|true))$/i;
const changing =
  /\b(?:drop|truncate|alter|create|delete|insert|update|grant|revoke|wipe|erase|destroy|remove)\b(?:\s+\w+){0,3}?\s+(?:table|tables|database|databases|schema|index|column|columns|rows?|records?|entries|into|everything|all|from|set|user|role)\b/i;
/** "update the price of the lamp to 10", "delete customer 3"; "change in revenue to May" asks. */
const changingOne =
  /^(?:(?:please|can you|could you|i want (?:you )?to) )*(?:(?:update|set|change|rename|edit|modify) (?!in\b|of\b|from\b|on\b)(?:the |our )?.{1,80} to .+|(?:delete|erase) (?!rate\b)\S.*)$/i;
const overriding =
  /\b(?:ignore|forget|disregard|override|bypass|reveal|print|show|repeat|leak)\b.{0,40}\b(?:rules|instructions|system prompt|prompt|guidelines|restrictions|previous (?:messages?|instructions))\b|\b(?:jailbreak|developer mode|pretend (?:to be|you are)|act as)\b/i;

const plainly = (text: string): string =>
  text
    .trim()
    .replace(/[\s!.?,:;)(👋🙏😊]+$/u, "")
    .replace(/\s+/g, " ");

/** True for what is said to whoever answers and asks for nothing that data or documents tell: "hello", "what can I ask". */
export const isChat = (text: string): boolean =>
  [greeting, thanking, parting, help, why, sending].some((form) => form.test(withoutGreeting(plainly(text)))) ||
  changingOne.test(plainly(text)) ||
  asksForTables(withoutGreeting(plainly(text)));

/** "hi, what can you do": what is said after the greeting. */
const withoutGreeting = (plain: string): string => plain.replace(GREETED, "");

/** A reply to what does not ask about the data; null for everything else. */
export function smallTalk(text: string, schema: Schema): string | null {
  const plain = plainly(text);
  if (changing.test(plain) || changingOne.test(plain))
    return "I only read: nothing in the database can be changed or deleted from here.";
  if (overriding.test(plain)) return `I keep to the rules I was given. ${abilitiesWith(schema)}`;
  if (greeting.test(plain)) return `Hello. ${abilitiesWith(schema)}`;
  if (thanking.test(plain)) return "You are welcome. Ask on whenever you like.";
  if (parting.test(plain)) return "Goodbye.";
  const said = withoutGreeting(plain);
  if (help.test(said)) return abilitiesWith(schema);
  const names = aboutTheData(said, schema);
  if (names !== null) return names;
  if (sending.test(said))
    return "I cannot make files or send anything. The table of an answer, with all of its rows, can be downloaded as CSV where it is shown.";
  if (foretelling.test(said) && !hasForecasts(schema))
    return "I can tell what has been, not what will be: ask how a figure has changed by month, or compare it with the same time last year.";
  if (why.test(said))
    return "I can show what the numbers are, not the reasons behind them. The SQL and the assumptions under each answer say how it came about.";
  return null;
}

/** True where the data itself tells of what is to come: "forecast_units". */
const hasForecasts = ({ tables }: Schema): boolean =>
  tables.some(({ name, columns }) =>
    [name, ...columns.map((one) => one.name)].some((one) => /forecast|predict/i.test(one)),
  );

function abilitiesWith(schema: Schema): string {
  const tables = schema.tables.map((table) => spoken(table.name));
  const named =
    tables.length > 6 ? `${tables.slice(0, 6).join(", ")} and ${tables.length - 6} more` : tables.join(", ");
  return `I answer questions about the data here (${named}): counts, totals, averages, shares, rankings, comparisons and developments over time, each with its SQL.`;
}
