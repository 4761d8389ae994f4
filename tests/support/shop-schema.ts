import type { Column, Schema, Table } from "@parley/datasource/types";

const column = (name: string, type: Column["type"] = "text", changes: Partial<Column> = {}): Column => ({
  name,
  type,
  native_type: type,
  nullable: false,
  comment: null,
  values: [],
  values_complete: false,
  distinct_count: null,
  min: null,
  max: null,
  ...changes,
});
const one = (values: string[]): Partial<Column> => ({ values, values_complete: true, distinct_count: values.length });
const id = column("id", "integer");
const link = (name: string): Column => column(`${name}_id`, "integer");
const amount = (name: string) => column(name, "number", { min: "0.00", max: "4999.00" });
const day = (name: string) => column(name, "date", { min: "2021-01-04", max: "2026-06-30" });

function table(name: string, columns: Column[], row_count: number, comment: string | null = null): Table {
  const links = columns.filter((each) => each.name.endsWith("_id"));
  return {
    schema: "public",
    name,
    comment,
    row_count,
    primary_key: ["id"],
    columns: [id, ...columns],
    foreign_keys: links.map((each) => ({
      columns: [each.name],
      table: `${each.name.slice(0, -3)}s`,
      references: ["id"],
      inferred: false,
    })),
  };
}

const countries = one(["Germany", "France", "Austria", "Poland"]);

const tables: Table[] = [
  table("customers", [column("name"), column("country", "text", countries), day("registered_on")], 12_400),
  table("products", [column("title"), link("supplier"), link("categorie"), amount("list_price")], 860),
  table("categories", [column("title", "text", one(["Bikes", "Helmets", "Lights", "Tools"]))], 4),
  table("suppliers", [column("company"), column("country", "text", countries), column("email")], 48),
  table(
    "orders",
    [
      link("customer"),
      link("employee"),
      day("ordered_on"),
      day("shipped_on"),
      column("state", "text", one(["open", "paid", "sent"])),
    ],
    96_000,
    "One row an order; cancelled ones are in returns",
  ),
  table("order_lines", [link("order"), link("product"), column("quantity", "integer"), amount("unit_price")], 240_000),
  table(
    "payments",
    [link("order"), amount("paid"), day("paid_on"), column("method", "text", one(["card", "invoice"]))],
    91_000,
  ),
  table("returns", [link("order"), day("returned_on"), column("reason"), amount("refunded")], 4_100),
  table("employees", [column("name"), column("team", "text", one(["North", "South"])), day("hired_on")], 64),
  table("stocks", [link("product"), link("warehouse"), column("pieces", "integer"), day("counted_on")], 3_300),
  table("warehouses", [column("city"), column("country", "text", countries)], 6),
  table("reviews", [link("product"), link("customer"), column("stars", "integer"), column("words")], 18_000),
];

/** A shop's database as introspection finds it: twelve tables, as many organizations have them. */
export const shopSchema: Schema = { dialect: "postgres", tables, hash: "", introspected_at: "" };
