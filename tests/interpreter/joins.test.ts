import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { catalogOf } from "@parley/interpreter/catalog/build";
import { isToOne, joinTree } from "@parley/interpreter/catalog/joins";
import { type Business, openBusiness } from "./business.ts";

let business: Business;
beforeAll(async () => {
  business = await openBusiness();
});
afterAll(() => business.datasource.close());

describe("joins", () => {
  it("leads over the tables between", () => {
    const catalog = catalogOf(business.schema);
    const table = (name: string) => {
      const found = catalog.byName.get(name);
      if (found === undefined) throw new Error(name);
      return found;
    };
    const joins = joinTree(catalog, table("order_items"), [table("categories"), table("customers")], new Set());
    expect(joins?.map((join) => join.table.name).toSorted()).toEqual(["categories", "customers", "orders", "products"]);
    expect(isToOne(catalog, table("order_items"), table("customers"))).toBe(true);
    expect(isToOne(catalog, table("customers"), table("orders"))).toBe(false);
  });
});
