import { describe, expect, it } from "vitest";
import { useNursery } from "./nursery.ts";

const { expectAnswer, nursery } = useNursery();

const counted = (where: string) => `SELECT COUNT(*) FROM transfers WHERE ${where}`;

describe("two keys to one table", () => {
  it.each([
    ["number of transfers from Alder to Birchwood", counted("origin_garden_id = 1 AND destination_garden_id = 2")],
    ["How many transfers went from Birchwood to Alder?", counted("origin_garden_id = 2 AND destination_garden_id = 1")],
    ["how many transfers to Birchwood", counted("destination_garden_id = 2")],
    ["how many transfers from Birchwood", counted("origin_garden_id = 2")],
  ])("%s", (question, sql) => expectAnswer(question, sql));

  it("says which of them a name belongs to", () => {
    const reading = nursery().ask("number of transfers from Alder to Birchwood");
    if (reading.kind !== "query") throw new Error(reading.reason);
    expect(reading.interpretation).toBe(
      "Number of transfers with origin garden “Alder” and destination garden “Birchwood”.",
    );
  });
});
