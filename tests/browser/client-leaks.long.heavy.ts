/** What the client leaves in a page of Chromium once its asks have ended: nothing. */
import { test } from "node:test";
import { asksLeaveNothing } from "./client-leaks.ts";

await test("1,000 asks in a page, half of them aborted, leave nothing behind", { timeout: 900_000 }, (t) =>
  asksLeaveNothing(t, 1_000),
);
