import { tokensAbout } from "@parley/analyst/schema/token-estimate";
import type { EarlierMessage, Question, QuestionIntegration } from "@parley/core/answer/answer";
import type { Schema } from "@parley/datasource/types";
import { ask, questionOf, savedQueries, toolsOf, uploadOf } from "../analyst/support.ts";
import { largeSchema } from "./large-schemas.ts";
import { startModelServer, textOf } from "./model-server.ts";
import { shopSchema } from "./shop-schema.ts";

const nowhere = () => Promise.reject(new Error("only the first call is looked at"));

const databaseOf = (schema: Schema): QuestionIntegration => ({
  id: "i1",
  display_name: "Shop",
  engine: "postgres",
  schema: async () => schema,
  open: nowhere,
});

const shop = databaseOf(shopSchema);
const large = databaseOf(largeSchema([{ name: "shop", schema: shopSchema }], 300).schema);

const agent = {
  id: "a",
  name: "Sales",
  instructions: "Amounts are in euros. Name the quarter of each date.",
  model_id: null,
};
const rules = ["Revenue is without tax and without returns.", "A customer is active who ordered within 12 months."];
const memories: Question["memories"] = [
  { content: "I look after France and Austria.", tier: "core" },
  { content: "I like short answers.", tier: "core" },
];

/** A turn as history has it: a question, a call with its result, an answer. */
function turn(at: number): EarlierMessage[] {
  const sql = `SELECT country, sum(quantity * unit_price) AS revenue FROM order_lines WHERE quarter = ${at} GROUP BY country`;
  const call = { tool_call_id: `c${at}`, tool: "run_sql", args: { sql } };
  const rows = ["Germany", "France", "Austria", "Poland"].map((country, row) => [country, 1000 * at + row]);
  const result = { ...call, status: "success", duration_ms: 5, summary: "4 rows", result: { rows }, error: null };
  const says = (type: EarlierMessage["type"], content: string): EarlierMessage => ({
    role: type === "user" ? "user" : "assistant",
    type,
    content,
    metadata: null,
  });
  return [
    says("user", `Revenue by country in quarter ${at}?`),
    says("tool_call", JSON.stringify(call)),
    says("tool_result", JSON.stringify({ ...result, args: undefined })),
    says("final", `In quarter ${at} Germany was ahead with ${1000 * at} euros.`),
  ];
}

const csv = "region;net_amount;sold_on\nNorth;10,5;2026-01-04\nSouth;20;2026-02-01\n";
const examples = savedQueries([
  {
    id: "q1",
    title: "Revenue by month",
    description: "Without tax",
    prompt: "Revenue by month",
    sql: "SELECT date_trunc('month', ordered_on) AS month, sum(quantity * unit_price) FROM order_lines JOIN orders ON orders.id = order_id GROUP BY 1",
    keywords: ["revenue", "month"],
    parameters: [],
  },
]);

interface Scene {
  question: Question;
  /** Tokens that a turn's first call may have. */
  budget: number;
  /** The part of them, from 0 to 1, that two members of one organization share at least; absent where the call is mostly the question's own. */
  shared?: number;
}

/** The part of a first call that another member's begins with, so that providers need not read it again. */
const SHARED = 0.8;

/** What is asked in each scene. */
export const promptScenes: Readonly<Record<string, Scene>> = {
  "no data": { question: questionOf({ message: "What can you do?" }), budget: 400, shared: SHARED },
  "a database": {
    question: questionOf({ message: "Revenue by month?", integration: shop }),
    budget: 2700,
    shared: SHARED,
  },
  "a database, an agent, rules, memories, a saved query": {
    question: questionOf({
      message: "Revenue by month in France",
      integration: shop,
      agent,
      rules,
      memories,
      saved_queries: examples,
    }),
    budget: 2900,
    shared: SHARED,
  },
  "a database of 300 tables": {
    question: questionOf({ message: "Which supplier's products were returned most?", integration: large }),
    budget: 4600,
    shared: SHARED,
  },
  "collections of documents": {
    question: questionOf({
      message: "How long may parental leave be?",
      scope: [{ id: "p1", name: "Handbook", description: "Rules of work" }],
    }),
    budget: 560,
    shared: SHARED,
  },
  "an upload": {
    question: questionOf({
      message: "Sum by region",
      integration: shop,
      uploads: [uploadOf("sales.csv", "text/csv", csv)],
    }),
    budget: 3000,
    shared: SHARED,
  },
  "the sixth question of a chat": {
    question: questionOf({
      message: "And in Poland?",
      integration: shop,
      history: [1, 2, 3, 4, 5].flatMap(turn),
    }),
    budget: 3200,
  },
};

/** What a model is sent first, in the order in which providers cache it: tools, instructions, conversation. */
async function firstCall(question: Question): Promise<string> {
  const server = await startModelServer([[{ text: "Well." }]]);
  try {
    await ask(question, toolsOf({ url: server.url }));
    const { tools = [], messages = [] } = server.requests[0]?.body ?? {};
    return [
      JSON.stringify(tools),
      ...messages.map((each) => textOf(each) + JSON.stringify(each.tool_calls ?? "")),
    ].join("\n");
  } finally {
    await server.close();
  }
}

/** Another member of the same organization, who asks the same agent something else of the same data. */
const another = (question: Question): Question => ({
  ...question,
  member: { id: "m2", name: "Ben" },
  message: "How many customers came last year, by country?",
  memories: [{ content: "I work for the board.", tier: "core" }],
});

function sharedBeginning(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return one.slice(0, at);
}

export interface SceneFigures {
  /** Tokens of a turn's first call, about. */
  tokens: number;
  /** The part of them, from 0 to 1, that another member's first call begins with, too. */
  shared: number;
}

/** Measures a scene. */
export async function measureScene({ question }: Scene): Promise<SceneFigures> {
  const [mine, theirs] = [await firstCall(question), await firstCall(another(question))];
  const tokens = tokensAbout(mine);
  return { tokens, shared: tokensAbout(sharedBeginning(mine, theirs)) / tokens };
}
