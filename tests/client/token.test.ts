import { AbortedError, AuthenticationError } from "@parley/client/errors";
import { tokenSource, type TokenReason } from "@parley/client/token";
import { describe, expect, it } from "vitest";

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

describe("a client's token", () => {
  it("is asked for once by a hundred calls, and kept until a minute before it expires", async () => {
    const reasons: TokenReason[] = [];
    const lifetimes = [30, 3600];
    const source = tokenSource(({ reason }) => {
      reasons.push(reason);
      return { token: `t${reasons.length}`, expires_at: inSeconds(lifetimes[reasons.length - 1] ?? 3600) };
    });
    const first = await Promise.all(Array.from({ length: 100 }, () => source.get()));
    expect(new Set(first.map(({ token }) => token))).toEqual(new Set(["t1"]));
    const second = await Promise.all(Array.from({ length: 100 }, () => source.get()));
    expect(new Set(second.map(({ token }) => token))).toEqual(new Set(["t2"]));
    await source.get();
    expect(reasons).toEqual(["first", "expiring"]);
  });

  it("is replaced once when a hundred calls are refused with it", async () => {
    const reasons: TokenReason[] = [];
    const source = tokenSource(({ reason }) => `t${reasons.push(reason)}`);
    const { token } = await source.get();
    const others = await Promise.all(Array.from({ length: 100 }, () => source.replace(token)));
    expect(new Set(others.map((other) => other?.token))).toEqual(new Set(["t2"]));
    // A late refusal of the old token asks nobody.
    expect(await source.replace(token)).toMatchObject({ token: "t2" });
    expect(reasons).toEqual(["first", "rejected"]);
  });

  it("cannot be replaced if it is only a text", async () => {
    expect(await tokenSource("fixed").replace("fixed")).toBeUndefined();
  });

  it("that is about to expire is used on while its provider fails", async () => {
    let asked = 0;
    const source = tokenSource(() => {
      if (asked++ > 0) throw new Error("down");
      return { token: "t1", expires_at: inSeconds(30) };
    });
    await source.get();
    expect(await source.get()).toMatchObject({ token: "t1" });
    expect(asked).toBe(2);
  });

  it("whose provider fails is an AuthenticationError that names the cause", async () => {
    const cause = new Error("signed out");
    const failing = tokenSource(() => Promise.reject(cause)).get();
    await expect(failing).rejects.toBeInstanceOf(AuthenticationError);
    await expect(failing).rejects.toMatchObject({ code: "TOKEN_NOT_PROVIDED", cause });
  });

  it("may come as the JSON of a response, which is checked", async () => {
    const expires_at = inSeconds(3600);
    const given = (body: unknown) => tokenSource(() => Response.json(body).json()).get();
    expect(await given("t1")).toEqual({ token: "t1", expiresAt: Infinity });
    expect(await given({ token: "t1", expires_at: null })).toEqual({ token: "t1", expiresAt: Infinity });
    expect(await given({ token: "t1", expires_at })).toEqual({ token: "t1", expiresAt: Date.parse(expires_at) });
    for (const body of [null, 7, [], { code: "NOT_SIGNED_IN" }, { token: 7 }, { token: "t1", expires_at: "soon" }]) {
      await expect(given(body)).rejects.toMatchObject({ code: "TOKEN_NOT_PROVIDED", cause: expect.any(TypeError) });
    }
  });

  it("is not waited for by a call that was aborted, but goes on for the others", async () => {
    let give: (token: string) => void = () => undefined;
    const source = tokenSource(() => new Promise<string>((resolve) => (give = resolve)));
    const stop = new AbortController();
    const aborted = source.get(stop.signal);
    const other = source.get();
    stop.abort();
    await expect(aborted).rejects.toBeInstanceOf(AbortedError);
    give("t1");
    expect(await other).toMatchObject({ token: "t1" });
  });
});
