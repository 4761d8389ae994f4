/** Every state of every room, in light and dark, at 320, 768, 1280 and 1920 px: `room-states.heavy.ts` has one look at each. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { looks, startStates } from "./room-states.ts";

const site = await startStates();
after(() => site.stop());

for (const state of await site.states()) {
  void test(`${state.name}: accessible, and as wide as the page, in every look`, async () => {
    assert.deepEqual(await site.faults(state, looks), []);
  });
}
