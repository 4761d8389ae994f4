import { randomInt } from "node:crypto";
import { issueToken, verifyToken } from "@parley/core/auth/token";
import type { Base } from "@parley/core/environment/context";
import { Failure } from "@parley/core/failure/failure";
import { newSigningKeys, parseKeys } from "@parley/core/environment/secrets";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { standingClock } from "../support/clock.ts";
import { baseFor, secretsFrom } from "../support/environment.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { forge } from "../support/tokens.ts";

const owner = {
  organization_id: "01980000-0000-7000-8000-000000000001",
  member_id: "01980000-0000-7000-8000-000000000002",
};
const signingKeys = newSigningKeys();
const [key] = parseKeys(signingKeys);
const clock = standingClock();
let table: TestTable;
let base: Base;

beforeAll(async () => {
  table = await startTable();
  base = baseFor(table, { clock, signingKeys });
});
afterAll(() => table.stop());

const codeOf = async (token: string, ctx = base) =>
  verifyToken(ctx, token).then(
    () => "accepted",
    (error: unknown) => (error instanceof Failure ? error.code : "fault"),
  );

describe("access tokens", () => {
  it("are valid until the second of their exp and not a moment longer, also when they were seen before", async () => {
    const { token, claims } = await issueToken(base, owner);
    const late = { ...base, clock: { ...clock, now: () => claims.expires_at * 1000 - 1 } };
    const tooLate = { ...base, clock: { ...clock, now: () => claims.expires_at * 1000 } };
    const unseen = { ...tooLate, secrets: secretsFrom({ signingKeys }) };
    expect(await codeOf(token, late)).toBe("accepted");
    expect(await codeOf(token, tooLate)).toBe("INVALID_TOKEN");
    expect(await codeOf(token, unseen)).toBe("INVALID_TOKEN");
  });

  it("are verified by every key of the list and signed by the first", async () => {
    const [next] = parseKeys(newSigningKeys());
    const rotated = { ...base, secrets: secretsFrom({ signingKeys: JSON.stringify([next, key]) }) };
    const old = forge(key, owner, clock.now());
    expect(await codeOf(old, rotated)).toBe("accepted");
    const { token } = await issueToken(rotated, owner);
    expect(await codeOf(token, rotated)).toBe("accepted");
    expect(await codeOf(token)).toBe("INVALID_TOKEN");
    const retired = { ...base, secrets: secretsFrom({ signingKeys: JSON.stringify([next]) }) };
    expect(await codeOf(old, retired)).toBe("INVALID_TOKEN");
  });

  it("are refused after any change of a character (R10)", async () => {
    const { token } = await issueToken(base, owner);
    expect(await codeOf(token)).toBe("accepted");
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ %\u0000é";
    const outcomes = new Map<string, number>();
    for (let round = 0; round < 10_000; round++) {
      const at = randomInt(token.length);
      const character = alphabet[randomInt(alphabet.length)] ?? "";
      const changed =
        round % 3 === 0
          ? token.slice(0, at) + token.slice(at + 1)
          : token.slice(0, at) + character + token.slice(at + 1);
      // The last character of a signature carries bits that decoding drops: such a spelling is the same token.
      const isSame = Buffer.from(changed.split(".")[2] ?? "", "base64url").equals(
        Buffer.from(token.split(".")[2] ?? "", "base64url"),
      );
      if (
        changed === token ||
        (isSame && changed.slice(0, changed.lastIndexOf(".")) === token.slice(0, token.lastIndexOf(".")))
      )
        continue;
      const outcome = await codeOf(changed);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    expect([...outcomes.keys()]).toEqual(["INVALID_TOKEN"]);
  });
});
