/** A few asks of `client-leaks.long.heavy.ts`: what one ask leaves behind, these do. */
import { test } from "node:test";
import { asksLeaveNothing } from "./client-leaks.ts";

await test("60 asks in a page, half of them aborted, leave nothing behind", (t) => asksLeaveNothing(t, 60));
