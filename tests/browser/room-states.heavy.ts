/**
 * What administrators, members and strangers see of rooms that are empty, being read, not to be read, or not for them. Every seventh state
 * is looked at, in one look: with five states a room, each kind comes up, and light, dark and the widths take turns. `-- all` looks at
 * every state in every look.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { looks, startStates } from "./room-states.ts";

/** Which share of the states is looked at here. */
const ONE_OF = 7;

const site = await startStates();
after(() => site.stop());
const chosen = (await site.states()).filter((_state, at) => at % ONE_OF === 0);

for (const [at, state] of chosen.entries()) {
  const first = (at * 3) % looks.length;
  void test(`${state.name}: accessible, and as wide as the page`, async () => {
    assert.deepEqual(await site.faults(state, looks.slice(first, first + 1)), []);
  });
}
