import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** A directory for evaluations: a shop's database with documents and saved queries. */
export interface ShopFolder {
  directory: string;
  path(name: string): string;
  /** Writes a question file. Returns its path. */
  questions(lines: readonly unknown[]): string;
  remove(): void;
}

const savedQueries = [
  {
    id: "q1",
    title: "Best customers of all",
    sql: "SELECT c.name, SUM(o.total) AS spent FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.name ORDER BY spent DESC",
    keywords: ["best customers"],
  },
  { title: "Customers of a country", sql: "SELECT name FROM customers WHERE country = '{{country}}'" },
];

const returns = "# Returns\n\nGoods may be returned within 30 days of delivery.\nThe refund takes a week.\n";

/** Two countries, three customers, four orders of 2024, a page on returns, two saved queries. */
export function makeShopFolder(): ShopFolder {
  const directory = mkdtempSync(join(tmpdir(), "parley-evaluation-"));
  const path = (name: string) => join(directory, name);
  const database = new DatabaseSync(path("shop.sqlite"));
  database.exec(`
    CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL);
    CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers(id), ordered_on DATE NOT NULL, total REAL NOT NULL);
    INSERT INTO customers VALUES (1, 'Ada', 'Norway'), (2, 'Ben', 'Spain'), (3, 'Cleo', 'Spain');
    INSERT INTO orders VALUES (1, 1, '2024-04-05', 10.5), (2, 1, '2024-05-05', 20), (3, 2, '2024-05-09', 30), (4, 3, '2024-06-01', 40);
  `);
  database.close();
  mkdirSync(path("shop.documents"));
  writeFileSync(join(path("shop.documents"), "returns.md"), returns);
  writeFileSync(path("shop.saved-queries.json"), JSON.stringify(savedQueries));
  return {
    directory,
    path,
    questions(lines) {
      const file = path("questions.jsonl");
      writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
      return file;
    },
    remove: () => rmSync(directory, { recursive: true }),
  };
}

const ofShop = (question: string, rest: object) => ({ db: "shop", question, ...rest });

/** One right and one wrong question, one that cannot be answered, and one whose reference cannot be run. */
export const shopQuestions = [
  ofShop("How many customers are there?", { sql: "SELECT COUNT(*) FROM customers", class: "count" }),
  ofShop("How many orders are there?", { sql: "SELECT 7", class: "count" }),
  ofShop("What is the weather like?", { unanswerable: true }),
  ofShop("How many countries?", { sql: "SELECT nothing FROM nowhere" }),
];
