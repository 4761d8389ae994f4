import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { catalogOf } from "@parley/interpreter/catalog/build";
import { mentionsAt } from "@parley/interpreter/link/mentions";
import { tokenise } from "@parley/interpreter/language/tokens";
import { type Business, openBusiness } from "./business.ts";

let business: Business;
beforeAll(async () => {
  business = await openBusiness();
});
afterAll(() => business.datasource.close());

describe("links", () => {
  it("finds tables, columns and values, whatever the number or case", () => {
    const catalog = catalogOf(business.schema);
    const at = (text: string) => mentionsAt(tokenise(text), 0, catalog)[0];
    expect(at("order item")?.tables[0]?.table.name).toBe("order_items");
    expect(at("unit prices")?.columns[0]?.column.name).toBe("unit_price");
    expect(at("OAK table")?.values[0]?.value).toBe("Oak Table");
    expect(at("weather")).toBeUndefined();
  });

  it("indexes a schema once, however many questions follow", () => {
    const catalog = catalogOf(business.schema);
    business.ask("Top 5 products by revenue in 2023 for customers in Germany");
    expect(catalogOf(business.schema)).toBe(catalog);
  });
});
