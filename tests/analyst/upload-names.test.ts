import { calledAfter } from "@parley/analyst/uploads/called";
import { describe, expect, test } from "vitest";
import { stored } from "./stored-files.ts";
import { ask, only, questionOf, toolsOf, uploadOf } from "./support.ts";

/** The names of the columns that headings become. */
const names = async (...headings: string[]) => {
  const quoted = headings.map((heading) => `"${heading}"`).join(",");
  const [table] = await stored("a.csv", `${quoted}\n${headings.map(() => "x").join(",")}\n`);
  return table?.columns.map((column) => column.split(" ")[0]);
};

describe("the names of an uploaded table's columns", () => {
  test.each([
    ["Catch [kg]", "catch_kg"],
    ["Price (€)", "price_eur"],
    ["Price in €", "price_eur"],
    ["Toll ($)", "toll_usd"],
    ["% water", "water_percent"],
    ["Margin %", "margin_percent"],
    ["Trip (min)", "trip_minutes"],
    ["Deck (m²)", "deck_sqm"],
    ["Fee (incl. VAT)", "fee_incl_vat"],
    ["Licensed (Y/N)", "licensed"],
  ])("say a heading's unit last, and nothing of how it is filled in: %s", async (heading, name) => {
    expect(await names("Boat", heading)).toEqual(["boat", name]);
  });

  test.each([
    ["Which harbour did you sail from?", "harbour"],
    ["What is your trade?", "trade"],
    ["How many boats do you own?", "boats"],
    ["How long did you sail (hours)?", "sail_hours"],
    ["How satisfied are you with our quay? (1-5)", "satisfaction"],
    ["How would you rate the slipway?", "slipway"],
    ["Would you moor here again?", "moor_here_again"],
    ["Do you own a dinghy?", "own_dinghy"],
    ["Your home port", "home_port"],
    ["Paid?", "paid"],
    ["Are nets dry?", "are_nets_dry"],
  ])("are what a form's question asks about: %s", async (heading, name) => {
    expect(await names("Boat", heading)).toEqual(["boat", name]);
  });

  test("say more where two questions ask about the same", async () => {
    expect(await names("How satisfied are you with the quay?", "How satisfied are you with the crane?")).toEqual([
      "satisfaction_with_quay",
      "satisfaction_with_crane",
    ]);
    expect(await names("Price (€)", "Price ($)", "Price")).toEqual(["price_eur", "price_usd", "price"]);
  });
});

describe("the names of uploaded tables", () => {
  test.each([
    ["Landings Report 2025.csv", "landings"],
    ["landings_2025-11-03_final_v2.csv", "landings"],
    ["Landings Q3 (draft).xlsx", "landings"],
    ["Nov 2025.csv", "Nov 2025"],
    ["export (3).csv", "export (3)"],
    ["Crew list.csv", "crew list"],
  ])("are what a file is about: %s", (filename, name) => {
    expect(calledAfter([filename]).get(filename)).toBe(name);
  });

  test("are the files' own where two would be called the same", () => {
    expect([...calledAfter(["Landings 2024.csv", "Landings 2025.csv", "Crew 2025.csv"]).values()]).toEqual([
      "Landings 2024",
      "Landings 2025",
      "crew",
    ]);
  });

  test.each([
    ["Landings 2025.csv", "How many landings are there?", "There are 3 landings."],
    ["Toll 2025.csv", "toll by boat", "Total toll of lines by boat: 12 for Ada and 5 for Bo."],
    ["Zoll 2025.csv", "total Zoll", "The total zoll of lines is 17 EUR."],
  ])("let people ask as they speak: %s, %s", async (filename, message, said) => {
    const figure = filename.startsWith("Zoll") ? "Zoll (€)" : "Toll";
    const upload = uploadOf(filename, "text/csv", `Boat,${figure}\nAda,4\nBo,5\nAda,8\n`);
    const { answer, events } = await ask(questionOf({ message, uploads: [upload] }), toolsOf());
    expect(answer.content.split("\n")[0]).toBe(said);
    expect(only(events, "visualization").length).toBeGreaterThan(0);
  });
});

describe("a file that came later", () => {
  test("lets a question go on from what was asked of the one before, whatever that is called since", async () => {
    const first = uploadOf("Tolls 2024.csv", "text/csv", "Quay,Boat,Paid\nWest,Ada,4\nWest,Bo,5\nEast,Ada,8\n");
    const second = uploadOf("Tolls 2025.csv", "text/csv", "Quay,Boat,Paid\nWest,Ada,1\n");
    const before = "total paid";
    const { answer } = await ask(questionOf({ message: before, uploads: [first] }), toolsOf());
    const asked = { role: "user", type: "user", content: before, metadata: null, upload_ids: [first.id] } as const;
    const told = {
      role: "assistant",
      type: "final",
      content: answer.content,
      metadata: null,
      state: answer.state,
    } as const;
    const { answer: next } = await ask(
      questionOf({ message: "and by quay?", uploads: [first, second], history: [asked, told] }),
      toolsOf(),
    );
    expect(next.content).toContain("FROM tolls_2024");
    expect(next.content.split("\n")[0]).toContain("9 for West");
  });
});
