import type { Page } from "playwright-core";

/** Collects what a page complains of from now on: errors, warnings, violations of its policy, unhandled rejections. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  return complaints;
}
