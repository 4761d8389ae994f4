import * as Member from "@parley/core/member/member";
import { rotateSharedSecret } from "@parley/core/organization/shared-secret";
import * as Session from "@parley/core/session/session";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { type CommandLine, startCommandLine } from "./command-line.ts";

let line: CommandLine;
let tenant: Tenant;
beforeAll(async () => {
  line = await startCommandLine();
});
afterAll(() => line.stop());
beforeEach(async () => {
  tenant = await createTenant(line.deployment);
});

const link = (email: string, ...more: string[]) =>
  line.run([
    "console",
    "link",
    "--organization",
    tenant.id,
    "--email",
    email,
    "--url",
    "https://parley.example/",
    ...more,
  ]);

const enter = async (url: string) => {
  const code = new URLSearchParams(new URL(url).hash.slice(1)).get("code") ?? "";
  return Session.create(line.deployment, { code, address: crypto.randomUUID() });
};

describe("console link", () => {
  it("prints a link that signs the member in, once, and says until when", async () => {
    const { code, json, stderr } = await link(tenant.admin.email.toUpperCase(), "--json");
    expect(code).toBe(0);
    expect(Object.keys(json)).toEqual(["url", "expires_at"]);
    expect(json.url).toMatch(/^https:\/\/parley\.example\/app\/#code=[\w-]{43}$/);
    expect(Date.parse(json.expires_at) - Date.now()).toBeLessThanOrEqual(5 * 60_000);
    expect(stderr).toContain("The link works once, within 5 minutes.");
    const { result } = await enter(json.url);
    expect(result).toMatchObject({ member_id: tenant.admin.id, organization_id: tenant.id });
    await expect(enter(json.url)).rejects.toMatchObject({ code: "AUTHENTICATION_FAILED" });
  });

  it("leads to a place in the console, and to no other", async () => {
    const { json } = await link(tenant.admin.email, "--path", "/admin/members?active=true", "--json");
    expect(json.url).toMatch(/^https:\/\/parley\.example\/app\/admin\/members\?active=true#code=/);
    for (const path of ["//evil.example", "admin", "/../v1", "/a b", "/#code=x"]) {
      const refused = await link(tenant.admin.email, "--path", path, "--json");
      expect(refused).toMatchObject({ code: 2, stdout: "", error: { code: "USAGE" } });
    }
  });

  it("is made right after the shared secret was rotated, too", async () => {
    await rotateSharedSecret(tenant.ctx);
    const { json } = await link(tenant.member.email, "--json");
    expect((await enter(json.url)).result.member_id).toBe(tenant.member.id);
  });

  it("is made for active members of this organization only", async () => {
    const { email: stranger } = (await createTenant(line.deployment)).member;
    for (const email of [stranger, "nobody@example.com", "nobody"]) {
      expect(await link(email, "--json")).toMatchObject({
        code: 2,
        error: { message: expect.stringContaining("no member with this") as unknown },
      });
    }
    await Member.update(tenant.ctx, tenant.other.id, { active: false });
    expect(await link(tenant.other.email, "--json")).toMatchObject({ code: 1, error: { code: "MEMBER_DISABLED" } });
  });
});
