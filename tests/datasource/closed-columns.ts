import type { Datasource } from "@parley/datasource/types";
import { expect, it } from "vitest";
import { outcomeOf, REFUSED, SECRETS, SILENT } from "./column-marks.ts";

/** Expects no value of a closed column in what came of a statement, or of reading the schema. */
export function expectSilence(what: string, text: string): void {
  for (const secret of SECRETS) expect(text.toLowerCase(), what).not.toContain(secret);
}

/**
 * What holds on every engine with `PEOPLE`, `ROWS` and `PEOPLE_MARKS`: no way to closed columns shows a value of theirs, those of
 * the dialect (`own`) among them, and what stands beside them is as it was.
 */
export function testClosedColumns(
  people: () => Datasource,
  { own, refused = REFUSED }: { own: readonly string[]; refused?: readonly string[] },
): void {
  it.each(refused)("are refused: %s", async (sql) => {
    const { failed, text } = await outcomeOf(people(), sql);
    expect(failed, text).toBe(true);
    expectSilence(sql, text);
  });

  it.each([...SILENT, ...own])("are not in what comes back: %s", async (sql) => {
    expectSilence(sql, (await outcomeOf(people(), sql)).text);
  });

  it("are left out of stars, or masked, and leave the columns beside them as they were", async () => {
    const { text } = await outcomeOf(people(), "SELECT * FROM people ORDER BY id");
    expect(JSON.parse(text)[1]).toEqual([
      [1, "Ada", "•••", "Bath", "Addie"],
      [2, "Ben", "•••", "York", "Benno"],
    ]);
  });

  it("are in no schema, and no value of theirs is", async () => {
    const schema = await people().introspect(new AbortController().signal);
    expectSilence("introspection", JSON.stringify(schema));
    expect(JSON.stringify(schema)).not.toContain("Addie");
    const table = schema.tables.find(({ name }) => name === "people");
    expect(table?.columns.map(({ name }) => name)).not.toContain("email");
    expect(table?.columns.find(({ name }) => name === "salary")).toMatchObject({ masked: true, min: null, values: [] });
  });
}
