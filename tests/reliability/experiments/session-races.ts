import { randomUUID } from "node:crypto";
import { userKey } from "@parley/core/member/user-key";
import { Failure } from "@parley/core/failure/failure";
import * as SessionCode from "@parley/core/session/code";
import * as Session from "@parley/core/session/session";
import { baseFor } from "../../support/environment.ts";
import type { TestTable } from "../../support/table.ts";
import { createTenant } from "../../support/tenant.ts";
import { createRandom, type Random } from "../random.ts";
import type { Counts } from "./races.ts";

/** Signs in or renews many times at once. Returns the cookies of those that succeeded; says what failed otherwise than it may. */
async function cookiesOf(attempts: Promise<Session.SignedIn>[], broken: (what: string) => void): Promise<string[]> {
  const outcomes = await Promise.allSettled(attempts);
  return outcomes.flatMap((outcome) => {
    if (outcome.status === "fulfilled") return [outcome.value.cookie.value];
    const { reason } = outcome;
    if (!(reason instanceof Failure) || reason.code !== "AUTHENTICATION_FAILED") broken(String(reason));
    return [];
  });
}

/**
 * D56: a code that comes 2 to 20 times at once is one session. Then its cookie comes several times at once, sometimes with an
 * old one among them: never do two win, and after an old one has come nobody is in.
 */
export async function signInAtOnce(
  table: TestTable,
  options: { rounds: number; seconds: number; seed?: number },
): Promise<Counts> {
  const random = createRandom(options.seed ?? 1);
  const until = performance.now() + options.seconds * 1000;
  const counts: Counts = { rounds: 0, broken: [] };
  while (counts.rounds < options.rounds && performance.now() < until) {
    await signInOnce(table, random, (what) => counts.broken.push(what));
    counts.rounds += 1;
  }
  return counts;
}

async function signInOnce(table: TestTable, random: Random, broken: (what: string) => void): Promise<void> {
  const ctx = baseFor(table);
  const { member, apiKey, sharedSecret } = await createTenant(ctx);
  const signed = { email: member.email, user_key: userKey(sharedSecret, member.email) };
  const { code } = await SessionCode.create(ctx, { api_key: apiKey, ...signed });
  const size = random.int(2, 20);
  const trades = Array.from({ length: size }, () => Session.create(ctx, { code, address: randomUUID() }));
  const begun = await cookiesOf(trades, broken);
  if (begun.length !== 1) broken(`${size} at once with one code are ${begun.length} sessions`);

  const old: string[] = [];
  let [cookie] = begun;
  for (let wave = 0; cookie !== undefined && wave < 5; wave++) {
    const stolen = old.length > 0 && random.chance(0.3) ? old[random.int(0, old.length - 1)] : undefined;
    const sent = Array.from({ length: random.int(1, 4) }, () => cookie);
    if (stolen !== undefined) sent.splice(random.int(0, sent.length), 0, stolen);
    const won = await cookiesOf(
      sent.map((one) => Session.renew(ctx, { cookie: one })),
      broken,
    );
    if (won.length > 1) broken(`${won.length} of ${sent.length} renewals at once have won`);
    if (stolen === undefined && won.length === 0) broken("of renewals with the cookie of the moment none has won");
    if (stolen === undefined && sent.length === 1) {
      old.push(cookie);
      [cookie] = won;
      continue;
    }
    // Whether one of several came late enough to be a reuse is chance; after a stolen one nobody is in.
    const [last] = await cookiesOf(
      won.map((one) => Session.renew(ctx, { cookie: one })),
      broken,
    );
    if (stolen !== undefined && last !== undefined) broken("a session has survived the reuse of an old cookie");
    old.push(cookie, ...won);
    cookie = last;
  }
}
