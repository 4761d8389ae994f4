import { verifyToken } from "@parley/core/auth/token";
import * as Member from "@parley/core/member/member";
import * as Session from "@parley/core/session/session";
import { afterEach, describe, expect, it, vi } from "vitest";
import { failed } from "./exchange.ts";
import { cookieOf, useSigningIn } from "./signing-in.ts";

const scene = useSigningIn();
const interceptor = "a process that is killed";
afterEach(() => {
  scene.table.release(interceptor);
  vi.restoreAllMocks();
});

/** Kills the process that makes the next call of this kind, before the table has it or before its answer is there. */
function killAt(command: string, when: "before" | "after"): void {
  scene.table.intercept(interceptor, async (call, send) => {
    if (call.command !== command) return send();
    scene.table.release(interceptor);
    if (when === "after") await send();
    throw new Error("killed");
  });
}

describe("POST /v1/sessions/renew", () => {
  it("returns what the exchange returns, and a new cookie in place of the old one", async () => {
    const cookie = await scene.cookie();
    const answer = await scene.renew(cookie);
    expect(answer.status).toBe(200);
    const who = { member_id: scene.tenant.member.id, organization_id: scene.tenant.id };
    expect(answer.body).toMatchObject(who);
    expect(await verifyToken(scene.base, answer.body.token)).toMatchObject(who);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.cookies[0]).toMatch(/; Max-Age=604800; Path=\/v1\/sessions; HttpOnly; Secure; SameSite=Strict$/);
    expect(cookieOf(answer)).not.toBe(cookie);
    expect((await scene.renew(cookieOf(answer))).status).toBe(200);
  });

  it.each([
    "",
    "a=b",
    "__Secure-parley=",
    "__Secure-parley=x",
    `__Secure-parley=${"a".repeat(22)}.${"a".repeat(43)}`,
    "__Secure-parley=%00",
  ])("answers 401 to the cookies %j", async (cookie) => {
    const answer = await scene.renew(cookie);
    expect(answer).toMatchObject({ ...failed, cookies: [] });
    expect(answer.text).toBe('{"detail":"Authentication failed","code":"AUTHENTICATION_FAILED"}');
  });

  it("takes no cookie of another name, and none whose secret was tampered with", async () => {
    const cookie = await scene.cookie();
    expect(await scene.renew(cookie.replace("__Secure-parley", "parley"))).toMatchObject(failed);
    expect((await scene.renew(`a=b; ${cookie}; c=d`)).status).toBe(200);
    const changed = (await scene.cookie()).replace(/.$/, (last) => (last === "A" ? "B" : "A"));
    expect(await scene.renew(changed)).toMatchObject(failed);
  });
});

describe("a cookie that was replaced", () => {
  it("ends the session when it comes again, at once or days later: its thief is out, and so is whom it was stolen from", async () => {
    for (const later of [0, 6 * 24 * 60 * 60_000]) {
      const old = await scene.cookie();
      const cookie = cookieOf(await scene.renew(old));
      scene.clock.advance(later);
      expect(await scene.renew(old)).toMatchObject({ ...failed, cookies: [] });
      expect(await scene.renew(cookie)).toMatchObject(failed);
    }
  });

  it("ends no other session of the member", async () => {
    const [old, other] = [await scene.cookie(), await scene.cookie()];
    await scene.renew(old);
    await scene.renew(old);
    expect((await scene.renew(other)).status).toBe(200);
  });
});

describe("a renewal whose answer was lost", () => {
  it("is made again by its name, and gets the same cookie, which goes on", async () => {
    const old = await scene.cookie();
    const first = await scene.renew(old, "attempt-1");
    for (let again = 0; again < 3; again++) {
      const answer = await scene.renew(old, "attempt-1");
      expect(answer.status).toBe(200);
      expect(cookieOf(answer)).toBe(cookieOf(first));
    }
    const next = await scene.renew(cookieOf(first), "attempt-2");
    expect(next.status).toBe(200);
    expect(cookieOf(next)).not.toBe(cookieOf(first));
    expect((await scene.renew(cookieOf(next))).status).toBe(200);
  });

  it("is the last one only: once its cookie was used, the old one ends the session by any name", async () => {
    const old = await scene.cookie();
    const first = cookieOf(await scene.renew(old, "attempt"));
    const second = cookieOf(await scene.renew(first, "attempt"));
    expect(await scene.renew(old, "attempt")).toMatchObject(failed);
    expect(await scene.renew(second, "another")).toMatchObject(failed);
  });

  it("is not made again by another name, by none, or by one that is too long to be one", async () => {
    for (const name of ["another", undefined, "", "x".repeat(201)]) {
      const old = await scene.cookie();
      const cookie = cookieOf(await scene.renew(old, "attempt"));
      expect(await scene.renew(old, name)).toMatchObject(failed);
      expect(await scene.renew(cookie)).toMatchObject(failed);
    }
  });

  it("leads to different cookies in different sessions", async () => {
    const answers = [await scene.renew(await scene.cookie(), "same"), await scene.renew(await scene.cookie(), "same")];
    const [one, other] = answers.map((answer) => cookieOf(answer).split(".")[1]);
    expect(one).not.toBe(other);
  });

  it("is made by a page and, after its reload, by the next one, both at once", async () => {
    for (let round = 0; round < 5; round++) {
      const old = await scene.cookie();
      const answers = await Promise.all(Array.from({ length: 4 }, () => scene.renew(old, "attempt")));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(new Set(answers.map(cookieOf)).size).toBe(1);
    }
  });

  it("does not keep a member in who may no longer come in", async () => {
    const old = await scene.cookie();
    await scene.renew(old, "attempt");
    await Member.update(scene.tenant.ctx, scene.tenant.member.id, { active: false });
    scene.clock.advance(60_000);
    expect(await scene.renew(old, "attempt")).toMatchObject(failed);
  });
});

describe("renewals at the same moment", () => {
  it("with the cookie of the moment: one wins, the others fail and end nothing", async () => {
    const cookie = await scene.cookie();
    // All have read the session before one of them renews it.
    const { promise: allHaveRead, resolve } = Promise.withResolvers<void>();
    let reads = 0;
    scene.table.intercept(interceptor, async (call, send) => {
      if (call.command !== "UpdateItemCommand") return send();
      if ((reads += 1) === 3) resolve();
      await allHaveRead;
      return send();
    });
    const answers = await Promise.all([scene.renew(cookie), scene.renew(cookie), scene.renew(cookie)]);
    scene.table.release(interceptor);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401]);
    const won = answers.find(({ status }) => status === 200);
    expect(won && (await scene.renew(cookieOf(won))).status).toBe(200);
  });

  it("come to one end in any order: one cookie is good afterwards, or none", async () => {
    for (let round = 0; round < 10; round++) {
      const cookie = await scene.cookie();
      const answers = await Promise.all(Array.from({ length: 5 }, () => scene.renew(cookie)));
      const won = answers.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      const [again] = await Promise.all(won.map((answer) => scene.renew(cookieOf(answer))));
      expect([200, 401]).toContain(again?.status);
      expect(await scene.renew(cookie)).toMatchObject(failed);
    }
  });
});

describe("a process that is killed", () => {
  it("while a code is used: it is used up with the session begun, or neither", async () => {
    const [first, second] = [await scene.code(), await scene.code()];
    const create = (code: string) => Session.create(scene.base, { code, address: "killed" });
    killAt("TransactWriteItemsCommand", "before");
    await expect(create(first)).rejects.toThrow("killed");
    expect((await scene.trade(first)).status).toBe(200);
    killAt("TransactWriteItemsCommand", "after");
    await expect(create(second)).rejects.toThrow("killed");
    expect(await scene.trade(second)).toMatchObject(failed);
  });

  it("while a cookie is replaced: the old one is good, or ends the session that nobody has the new one of", async () => {
    const [kept, lost] = [await scene.cookie(), await scene.cookie()];
    const renew = (cookie: string) => Session.renew(scene.base, { cookie: cookie.split("=")[1] });
    killAt("UpdateItemCommand", "before");
    await expect(renew(kept)).rejects.toThrow("killed");
    expect((await scene.renew(kept)).status).toBe(200);
    killAt("UpdateItemCommand", "after");
    await expect(renew(lost)).rejects.toThrow("killed");
    expect(await scene.renew(lost)).toMatchObject(failed);
  });

  it("leaves a fault in the log, and no code, cookie or token in it", async () => {
    const lines: string[] = [];
    vi.spyOn(console, "error").mockImplementation((line: string) => void lines.push(line));
    const [code, cookie] = [await scene.code(), await scene.cookie()];
    killAt("TransactWriteItemsCommand", "after");
    expect((await scene.trade(code)).status).toBe(500);
    killAt("UpdateItemCommand", "before");
    expect((await scene.renew(cookie)).status).toBe(500);
    expect(lines).toHaveLength(2);
    const [id = "", secret = ""] = cookie.split("=")[1]?.split(".") ?? [];
    for (const text of [code, id, secret, "eyJ"]) expect(lines.join("\n")).not.toContain(text);
  });

  it("is not one whose answer from the table was lost: asked again, it finds its own secret and goes on", async () => {
    const cookie = await scene.cookie();
    scene.table.intercept(interceptor, async (call, send) => {
      if (call.command === "UpdateItemCommand") {
        scene.table.release(interceptor);
        // The SDK sends a call again whose answer does not come; the table has done it.
        await send();
      }
      return send();
    });
    const answer = await scene.renew(cookie);
    expect(answer.status).toBe(200);
    expect((await scene.renew(cookieOf(answer))).status).toBe(200);
  });
});
