import { isNoAnnouncement, openingOf } from "@parley/analyst/announcement";
import { describe, expect, test } from "vitest";

/** What models say before they call a tool, after they have seen rows. */
const NARRATIONS = [
  "Let me look at the orders, too.",
  "Now I have the customers. Next come their orders.",
  "I see that the first table has no dates.",
  "The result shows every country. The orders are still missing.",
  "The table has two columns for that.",
  "The query worked, but the months are missing.",
  "That gives the countries; the revenue comes next.",
  "Great! The countries are known.",
  "Okay, two countries.",
  "This needs one more query.",
  "There are two tables that could hold it.",
  "First the countries, then the orders.",
  "However, the orders are elsewhere.",
  "To get the revenue, another query is needed.",
  "Checking the orders as well.",
  "Based on that, the orders can be counted.",
  "Ich habe die Länder, jetzt fehlen die Bestellungen.",
  "Die Abfrage zeigt die Länder. Die Umsätze fehlen noch.",
  "Das Ergebnis ist noch nicht vollständig.",
  "Jetzt die Bestellungen.",
  "Als Nächstes kommen die Umsätze.",
  "Gut, zwei Länder.",
  "Maintenant les commandes.",
  "La requête montre les pays.",
  "Ahora los pedidos.",
  "La consulta muestra los países.",
  "让我看一下订单。",
];

/** How answers begin. */
const ANSWERS = [
  "Germany has 2 customers, France 1.",
  "The revenue of 2026 was 100.5.",
  "The **largest** customer is Ada.",
  "In 2026 there were four orders.",
  "Two countries have customers.",
  "2 countries.",
  "**Germany** leads with two customers.",
  "| country | customers |",
  "- Germany: 2",
  "Revenue rose by 4 %.",
  "Your largest customer is Ada.",
  "Most customers are in Germany.",
  "Deutschland hat 2 Kunden, Frankreich 1.",
  "Der Umsatz lag bei 100,50.",
  "Insgesamt sind es drei Kunden.",
  "Le chiffre d'affaires est de 100,5.",
  "Los clientes son tres.",
];

const beginnings = (text: string) => Array.from({ length: text.length }, (_, at) => text.slice(0, at + 1));

describe("the beginning of a model's text after a result", () => {
  test.each(NARRATIONS)("is at no character taken for an answer: %s", (text) => {
    expect(beginnings(text).filter((beginning) => openingOf(beginning) === "answers")).toEqual([]);
  });

  test.each(ANSWERS)("is an answer's within two words, and stays one: %s", (text) => {
    const found = beginnings(text).map(openingOf);
    const [twoWords = ""] = /^\W*\S+\s+\S+\s?/u.exec(text) ?? [];
    expect(found.slice(twoWords.length)).toEqual(found.slice(twoWords.length).fill("answers"));
    const from = found.indexOf("answers");
    expect(new Set(found.slice(0, from))).not.toContain("announces");
    expect(new Set(found.slice(from))).toEqual(new Set(["answers"]));
  });

  test("is left open where a word may become another one", () => {
    expect(openingOf("No")).toBe("open");
    expect(openingOf("Norway")).toBe("answers");
    expect(openingOf("The res")).toBe("open");
    expect(openingOf("The residents")).toBe("answers");
    expect(openingOf("  \n")).toBe("open");
    expect(openingOf("```sql")).toBe("open");
  });
});

describe("the beginning of a model's text where it may call no tool", () => {
  test("is its answer once it is no announcement", () => {
    expect(isNoAnnouncement("I")).toBe(false);
    expect(isNoAnnouncement("I found two countries with customers")).toBe(true);
    expect(isNoAnnouncement("I'll look at the orders of both countries")).toBe(false);
    expect(isNoAnnouncement("Two")).toBe(true);
    expect(isNoAnnouncement("To")).toBe(false);
  });
});
