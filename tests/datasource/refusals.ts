import { DatasourceError } from "@parley/datasource/types";

/** The code that a statement is refused or fails with; what it threw, if that has none; "passed" if it ran. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "passed";
  } catch (error) {
    return error instanceof DatasourceError ? error.code : String(error);
  }
}

/** Statements that a check neither refuses nor fails at, each after what it came to. */
export async function passedOf(
  statements: readonly string[],
  check: (sql: string) => Promise<unknown>,
): Promise<string[]> {
  const passed: string[] = [];
  for (const sql of statements) {
    const code = await codeOf(check(sql));
    if (code !== "SQL_REJECTED" && code !== "SQL_FAILED") passed.push(`${code}: ${sql}`);
  }
  return passed;
}
