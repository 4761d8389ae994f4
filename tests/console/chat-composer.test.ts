import type { Project, SavedQuery } from "@parley/client";
import { composerAction, lookupAt } from "@parley/console/chat/composer/composer-keys.ts";
import { foundBy } from "@parley/console/chat/composer/lookups.ts";
import { isFilled, kindOfParameter, savedQueryText } from "@parley/console/chat/composer/saved-query-values.ts";
import { lengthOf } from "@parley/console/chat/message-limits.ts";
import { describe, expect, it } from "vitest";

describe("keys of the composer", () => {
  it("send with Enter, but not with Shift", () => {
    expect(composerAction({ key: "Enter" }, "How many?")).toBe("send");
    expect(composerAction({ key: "Enter", shiftKey: true }, "How many?")).toBeNull();
  });

  it("never send while an input method composes, in Safari's way of telling it, too", () => {
    expect(composerAction({ key: "Enter", isComposing: true }, "売上")).toBeNull();
    expect(composerAction({ key: "Enter", keyCode: 229, isComposing: false }, "売上")).toBeNull();
  });

  it("edit the last question with ↑, where nothing is written yet", () => {
    expect(composerAction({ key: "ArrowUp" }, "")).toBe("edit-last");
    expect(composerAction({ key: "ArrowUp" }, "How")).toBeNull();
    expect(composerAction({ key: "ArrowUp", shiftKey: true }, "")).toBeNull();
  });
});

describe("lookups of the composer", () => {
  it("find saved queries at the beginning, and nowhere else", () => {
    expect(lookupAt("/rev", 4)).toEqual({ kind: "query", words: "rev", at: 0 });
    expect(lookupAt("orders / customers", 8)).toBeNull();
    expect(lookupAt("/rev\nby month", 9)).toBeNull();
  });

  it("find collections after a space, but not in an e-mail address", () => {
    expect(lookupAt("look in @hand", 13)).toEqual({ kind: "project", words: "hand", at: 8 });
    expect(lookupAt("ada@example.com", 15)).toBeNull();
  });

  it("put titles that begin with the words first, and find descriptions last", () => {
    const query = (title: string, description?: string) => ({ id: title, title, description }) as SavedQuery;
    const queries = [
      query("Orders", "revenue of each"),
      query("Monthly revenue"),
      query("Revenue by month"),
      query("Plans"),
    ];
    const found = foundBy({ kind: "query", words: "Rev", at: 0 }, { queries, projects: [] });
    expect(found.map(({ item }) => item.id)).toEqual(["Revenue by month", "Monthly revenue", "Orders"]);
  });

  it("show all where nothing was typed yet", () => {
    const projects = [{ id: "a", name: "Handbook" }] as Project[];
    expect(foundBy({ kind: "project", words: "", at: 0 }, { queries: [], projects })).toHaveLength(1);
  });
});

describe("a saved query in the composer", () => {
  const query = { title: "Best products", parameters: ["from_date", "to_date"] } as SavedQuery;

  it("is asked by its title and its values", () => {
    const values = { from_date: "2025-01-01", to_date: "2025-12-31" };
    expect(savedQueryText(query, values)).toBe("Best products (From date: 2025-01-01, To date: 2025-12-31)");
    expect(savedQueryText({ ...query, parameters: [] }, {})).toBe("Best products");
  });

  it("waits for all its values", () => {
    expect(isFilled(query, { from_date: "2025-01-01", to_date: " " })).toBe(false);
    expect(isFilled(query, { from_date: "2025-01-01", to_date: "2025-12-31" })).toBe(true);
  });

  it("has days where its statement reads them as days", () => {
    const sql =
      "SELECT 1 WHERE a >= CAST({{from_date}} AS date) AND b < {{ to_date }}::DATE AND c LIKE {{date}} AND d = date({{on}})";
    const kinds = ["from_date", "to_date", "date", "on"].map((name) => kindOfParameter({ sql }, name));
    expect(kinds).toEqual(["date", "date", "text", "date"]);
    expect(kindOfParameter({ sql: null }, "from_date")).toBe("text");
  });
});

describe("how long a question may be", () => {
  it("counts characters as the service does: one for each code point", () => {
    expect(lengthOf("a".repeat(8000)).state).toBe("near");
    expect(lengthOf("a".repeat(8001)).state).toBe("over");
    expect(lengthOf("😀".repeat(6000))).toEqual({ state: "near", characters: 6000 });
  });

  it("counts bytes, too", () => {
    expect(lengthOf("€".repeat(8000)).state).toBe("near");
    expect(lengthOf("😀".repeat(6200)).state).toBe("over");
  });

  it("says nothing of short ones", () => {
    expect(lengthOf("How many customers are there?").state).toBe("fine");
  });
});
