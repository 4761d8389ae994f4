import { databaseFile } from "../../support/database-file.ts";

/** The database that the benchmarks' turns ask, and what they ask it. */
export const regionsSql = "SELECT region, sum(amount) AS amount FROM sales GROUP BY region ORDER BY region";

export const regionsFile = (): Promise<Buffer> =>
  databaseFile(`
    CREATE TABLE sales (id INTEGER PRIMARY KEY, region TEXT NOT NULL, amount REAL NOT NULL);
    WITH RECURSIVE counter(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter WHERE n < 500)
    INSERT INTO sales SELECT n, 'region ' || (n % 5), n * 1.5 FROM counter;
  `);
