import { expect, test } from "vitest";
import { acceptancesFirst } from "@parley/functions/http/acceptances-first";

/** A clock whose time passes only in its sleeps. */
function sleepingClock() {
  let now = 0;
  return {
    now: () => now,
    sleep: (ms: number) => Promise.resolve(void (now += ms)),
    yield: () => Promise.resolve(),
  };
}

const { signal } = new AbortController();

test("a turn gives way to nothing where nothing is being accepted", async () => {
  const clock = sleepingClock();
  const first = acceptancesFirst();
  expect(await first.during(() => Promise.resolve("accepted"))).toBe("accepted");
  await first.giveWay(clock, signal);
  expect(clock.now()).toBe(0);
});

test("a turn gives way until the submissions of its process are accepted or refused", async () => {
  const clock = sleepingClock();
  const first = acceptancesFirst();
  const one = Promise.withResolvers<void>();
  const other = Promise.withResolvers<void>();
  const accepted = first.during(() => one.promise);
  const refused = first.during(() => other.promise);
  let began = false;
  const turn = first.giveWay(clock, signal).then(() => (began = true));
  one.resolve();
  await accepted;
  expect(began).toBe(false);
  other.reject(new Error("refused"));
  await expect(refused).rejects.toThrow("refused");
  await turn;
  expect(clock.now()).toBeLessThan(1_000);
});

test("a turn gives way for a second at most, and not once it has been stopped", async () => {
  const clock = sleepingClock();
  const first = acceptancesFirst();
  void first.during(() => new Promise(() => undefined));
  await first.giveWay(clock, signal);
  expect(clock.now()).toBe(1_000);
  await first.giveWay(clock, AbortSignal.abort());
  expect(clock.now()).toBe(1_000);
});
