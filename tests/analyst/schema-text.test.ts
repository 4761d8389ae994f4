import { schemaParts, schemaText } from "@parley/analyst/schema-text";
import { nearestTables, nearestText, unknownNameIn } from "@parley/analyst/schema/nearest-names";
import { nameInSql } from "@parley/analyst/schema/name-in-sql";
import { tokensAbout } from "@parley/analyst/schema/token-estimate";
import { describeTables } from "@parley/analyst/tools/describe-tables";
import type { Session } from "@parley/analyst/answer-session";
import type { Column, Schema, Table } from "@parley/datasource/types";
import { describe, expect, it } from "vitest";
import { cryptic, largeSchema, schemaOfPart, showsTable } from "../support/large-schemas.ts";

const column = (name: string, changes: Partial<Column> = {}): Column => ({
  name,
  type: "text",
  native_type: "text",
  nullable: true,
  comment: null,
  values: [],
  values_complete: false,
  distinct_count: null,
  min: null,
  max: null,
  ...changes,
});
const table = (name: string, columns: (Column | string)[], changes: Partial<Table> = {}): Table => ({
  schema: "public",
  name,
  comment: null,
  row_count: 10,
  primary_key: [],
  columns: columns.map((each) => (typeof each === "string" ? column(each) : each)),
  foreign_keys: [],
  ...changes,
});
const schemaOf = (tables: Table[], dialect: Schema["dialect"] = "postgres"): Schema => ({
  dialect,
  tables,
  hash: "",
  introspected_at: "",
});

/** Trades of a town, each with the same kinds of tables and words of its own. */
const TRADES: [trade: string, thing: string, person: string, event: string][] = [
  ["bakery", "loaf", "baker", "tasting"],
  ["library", "book", "librarian", "loan"],
  ["harbour", "vessel", "pilot", "docking"],
  ["clinic", "treatment", "nurse", "appointment"],
  ["theatre", "play", "actor", "rehearsal"],
  ["garage", "engine", "mechanic", "inspection"],
  ["vineyard", "barrel", "vintner", "harvest"],
  ["museum", "painting", "curator", "exhibition"],
  ["farm", "tractor", "farmhand", "sowing"],
  ["kennel", "dog", "groomer", "walk"],
  ["airfield", "glider", "instructor", "landing"],
  ["brewery", "keg", "brewer", "brewing"],
];
const parts = TRADES.map(([trade, thing, person, event]) => ({
  name: trade,
  schema: schemaOf([
    table(`${thing}s`, [`${thing}_id`, "name", "weight", "made_on"]),
    table(`${person}s`, [`${person}_id`, "name", "city", "hired_on"]),
    table(`${event}s`, [`${event}_id`, `${thing}_id`, `${person}_id`, "day", "minutes"], {
      foreign_keys: [
        { columns: [`${thing}_id`], table: `${thing}s`, references: [`${thing}_id`], inferred: false },
        { columns: [`${person}_id`], table: `${person}s`, references: [`${person}_id`], inferred: false },
      ],
    }),
  ]),
}));
const questions = TRADES.flatMap(([trade, thing, person, event]) => [
  { trade, text: `What is the average weight of a ${thing}?`, needs: [`${thing}s`] },
  { trade, text: `Which ${person} had the most ${event}s last year?`, needs: [`${person}s`, `${event}s`] },
  { trade, text: `How many ${thing}s did each ${person} see?`, needs: [`${thing}s`, `${person}s`, `${event}s`] },
]);

/** The share of needed tables that the prompts show, and the tokens of the longest. */
async function recallOf(count: number, isCryptic: boolean) {
  const made = largeSchema(parts, count);
  const hidden = cryptic(made.schema);
  let [needed, found, longest] = [0, 0, 0];
  for (const { trade, text, needs } of questions) {
    const prompt = await schemaText(isCryptic ? hidden.schema : made.schema, text);
    longest = Math.max(longest, tokensAbout(prompt));
    for (const each of made.schema.tables) {
      if (each.schema !== schemaOfPart(made.parts, trade) || !needs.includes(each.name)) continue;
      needed += 1;
      const name = isCryptic ? (hidden.nameOf.get(each) ?? "") : each.name;
      if (showsTable(prompt, { schema: each.schema, name })) found += 1;
    }
  }
  return { recall: found / needed, longest };
}

describe("the schema text of a large database", () => {
  it.each([300, 2_000])("shows the tables a question needs, of %d, within 5,000 tokens", async (count) => {
    const { recall, longest } = await recallOf(count, false);
    expect(recall).toBeGreaterThanOrEqual(0.98);
    expect(longest).toBeLessThanOrEqual(5_000);
  });

  it.each([80, 300])(
    "of %d tables begins alike whatever is asked: every table is named there, most of it is shared",
    async (count) => {
      const { schema } = largeSchema(parts, count);
      const all = await Promise.all(questions.map(({ text }) => schemaParts(schema, text)));
      expect(new Set(all.map(({ shared }) => shared)).size).toBe(1);
      const shared = all[0]?.shared ?? "";
      for (const { name } of schema.tables) expect(shared).toMatch(new RegExp(`(?<!\\w)${name}(?!\\w)`));
      for (const { asked } of all) expect(tokensAbout(asked)).toBeLessThanOrEqual(1_300);
    },
  );

  it("of so many tables that they cannot be named shares how SQL is written, and names what there is room for", async () => {
    const { schema } = largeSchema(parts, 2_000);
    const { shared, asked } = await schemaParts(schema, "How many loaves are there?");
    expect(shared).toMatch(/^PostgreSQL: [^\n]+$/);
    expect(asked).toMatch(/^The database has 2000 tables\. /);
    expect(asked).toMatch(/Other tables: .* and \d+ more$/);
  });

  it("finds them by comments where the names say nothing", async () => {
    const { recall, longest } = await recallOf(300, true);
    expect(recall).toBeGreaterThanOrEqual(0.98);
    expect(longest).toBeLessThanOrEqual(5_000);
  });

  it("has samples only of columns that the question touches, and closed lists of all", async () => {
    const many = largeSchema(parts, 300).schema.tables;
    const orders = table("orders", [
      column("note", { values: ["call first", "fragile"], distinct_count: 900 }),
      column("courier", { values: ["Hermes", "Parcel Force"], distinct_count: 12 }),
      column("state", { values: ["open", "paid"], values_complete: true, distinct_count: 2 }),
    ]);
    const text = await schemaText(schemaOf([orders, ...many]), "Which courier took most orders?");
    expect(text).toContain('courier text, 12 different, such as "Hermes"');
    expect(text).toContain('state text, values "open", "paid"');
    expect(text).toMatch(/^ {2}note text$/m);
  });
});

describe("the schema text", () => {
  it("says which values the question names, and where they are", async () => {
    const shops = table("shops", [column("city", { values: ["Bad Homburg", "Bath", "Ham"] })]);
    const text = await schemaText(schemaOf([shops]), "Sales of Bad Homburg and the hamlet around bath?");
    expect(text).toContain('Values in the question:\n"Bad Homburg" in shops.city\n"Bath" in shops.city');
    expect(text).not.toContain('"Ham" in');
    expect(await schemaText(schemaOf([shops]), "Sales by month?")).not.toContain("Values in the question");
  });

  it("quotes names as the dialect needs, and says what may not be null, the zone, and a note of the dialect", async () => {
    const odd = table("Order Lines", [
      column("Total", { nullable: false }),
      column("at", { type: "timestamp", native_type: "timestamp with time zone" }),
      column("order"),
    ]);
    const text = await schemaText(schemaOf([odd]), "?");
    expect(text).toContain('table "Order Lines" (about');
    expect(text).toContain('"Total" text not null');
    expect(text).toContain("at timestamp with time zone");
    expect(text).toContain('  "order" text');
    expect(text).toMatch(/^PostgreSQL: /);
    expect(await schemaText(schemaOf([odd], "mysql"), "?")).toContain("table `Order Lines` (about");
    expect(nameInSql('a"b', "sqlite")).toBe('"a""b"');
    expect(nameInSql("Total", "mysql")).toBe("Total");
  });
});

describe("names that a database does not have", () => {
  const schema = schemaOf([table("customers", ["id", "full_name", "city"]), table("orders", ["id", "customer_name"])]);

  it.each([
    ["no such column: c.fullname", { kind: "column", name: "fullname" }],
    ["no such table: main.custmers", { kind: "table", name: "custmers" }],
    ['column "fullname" does not exist', { kind: "column", name: "fullname" }],
    ["column c.fullname does not exist", { kind: "column", name: "fullname" }],
    ['relation "shop.custmers" does not exist', { kind: "table", name: "custmers" }],
    ["Unknown column 'c.fullname' in 'field list'", { kind: "column", name: "fullname" }],
    ["Table 'shop.custmers' doesn't exist", { kind: "table", name: "custmers" }],
    ["syntax error", null],
  ])("are read from an engine's message: %s", (message, unknown) => {
    expect(unknownNameIn(message)).toEqual(unknown);
  });

  it("are answered with the nearest ones, those of the statement's tables first", () => {
    expect(nearestTables("custmers", schema.tables)).toEqual(["customers"]);
    expect(nearestText({ kind: "column", name: "name" }, schema, ["orders"])).toBe(
      "Nearest columns: orders.customer_name, customers.full_name.",
    );
    expect(nearestText({ kind: "column", name: "qqqqq" }, schema, [])).toBeNull();
  });

  it("are told by describe_tables beside the tables there are", async () => {
    const session = { integration: { schema: async () => schema }, question: { message: "?" } } as unknown as Session;
    const call = (tables: string[]) => describeTables.run({ tables }, session, new AbortController().signal);
    const { text } = await call(["customers", "order"]);
    expect(text).toContain("table customers (about");
    expect(text).toContain("No such table: order. Nearest: orders.");
    await expect(call(["order"])).rejects.toThrow("No such table: order. Nearest: orders.");
  });
});

describe("describe_tables", () => {
  it("describes what there is room for, and names the rest", async () => {
    const wide = Array.from({ length: 12 }, (_, at) =>
      table(
        `wide_${at}`,
        Array.from({ length: 400 }, (__, n) => column(`column_${n}`, { values: ["one", "two"] })),
      ),
    );
    const session = {
      integration: { schema: async () => schemaOf(wide) },
      question: { message: "What is the sum of 377?" },
    } as unknown as Session;
    const names = wide.map(({ name }) => name);
    const { text } = await describeTables.run({ tables: names }, session, new AbortController().signal);
    expect(tokensAbout(text)).toBeLessThan(7_000);
    expect(text).toContain("column_377");
    expect(text).toContain("and 280 more columns");
    expect(text).toMatch(/Not described, for there is no more room: .*wide_11\./);
  });
});
