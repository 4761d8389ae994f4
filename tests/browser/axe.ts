import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { installed } from "./installed.ts";

const source = readFileSync(path.join(await installed("axe-core"), "axe.min.js"), "utf8");

/** What of WCAG 2.2 AA is asked, and of what axe holds to be good practice. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

interface Violation {
  id: string;
  nodes: { target: string[]; any: { message: string }[] }[];
}

/** What axe finds wrong with a page as it is: each rule with the first element that breaks it, and why. */
export async function axeViolations(page: Page): Promise<string[]> {
  // Its console's way, which the page's policy does not hold back.
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: source });
  // What was just opened is drawn first: colours that are on their way count for nothing.
  const frames = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))";
  const arrived =
    "Promise.allSettled(document.getAnimations().filter((each) => each instanceof CSSTransition).map(({ finished }) => finished))";
  const run = `axe.run(document, { runOnly: ${JSON.stringify(TAGS)}, resultTypes: ["violations"] })`;
  const { result } = await session.send("Runtime.evaluate", {
    expression: `${frames}.then(() => ${arrived}).then(() => ${frames}).then(() => ${run}).then(({ violations }) => violations)`,
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  const violations: Violation[] = result.value;
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(" ")} (${nodes[0]?.any[0]?.message ?? ""})`);
}
