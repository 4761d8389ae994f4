import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { useClient } from "./support/client.ts";
import { isStream, play, type Schedule } from "./support/schedules.ts";

const scene = useClient();
/** Waits are short: their lengths are random, from nothing on. */
beforeAll(() => void vi.spyOn(Math, "random").mockReturnValue(0.01));
afterAll(() => vi.restoreAllMocks());

/** Plays it, and returns the problems and the bytes of its first stream. */
async function played(schedule: Schedule): Promise<{ problems: string[]; bytes: number }> {
  const problems = await play(scene, schedule);
  return { problems, bytes: scene.proxy.exchanges.find(({ request }) => isStream(request))?.sent ?? 0 };
}

const recorded: readonly Omit<Schedule, "faultOf">[] = [
  { kind: "text", via: "stream" },
  { kind: "table", via: "stream" },
  { kind: "error", via: "stream" },
  { kind: "cancelled", via: "stream" },
  { kind: "killed", via: "stream" },
  { kind: "table", via: "turn" },
  { kind: "killed", via: "turn" },
];
/** Parts of the stream after which it is cut; `npm run test:client` cuts it everywhere. */
const PLACES = [0, 0.03, 0.62];

describe("an answer whose stream is cut", () => {
  it.each(recorded)("$kind by $via is the uncut one, wherever it is cut", async (one) => {
    const uncut = await played({ ...one, faultOf: () => ({}) });
    expect(uncut.problems).toEqual([]);
    for (const place of PLACES) {
      let cuts = 0;
      const cut = Math.floor(uncut.bytes * place);
      const faultOf = (request: string) => (isStream(request) && cuts++ === 0 ? { cut } : {});
      expect({ cut, ...(await played({ ...one, faultOf })) }).toMatchObject({ cut, problems: [] });
    }
  });
});
