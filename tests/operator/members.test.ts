import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as Member from "@parley/core/member/member";
import { linesOf } from "@parley/operator/csv";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { type CommandLine, runProcess, startCommandLine } from "./command-line.ts";

let line: CommandLine;
let folder: string;
beforeAll(async () => {
  [line, folder] = await Promise.all([startCommandLine(), mkdtemp(join(tmpdir(), "parley-members-"))]);
});
afterAll(async () => {
  await line.stop();
  await rm(folder, { recursive: true, force: true });
});

const importOf = ({ id }: Tenant, text: string, ...more: string[]) =>
  line.run(["member", "import", "--organization", id, ...more], text);

describe("member import", () => {
  it("creates the members of a CSV file with a header, and the second time nothing", async () => {
    const tenant = await createTenant(line.deployment);
    const file = join(folder, "members.csv");
    const rows = ["Name;E-mail;Role", '"Lovelace; Ada";Ada@Example.com;admin', "Grace Hopper;grace@example.com;", ""];
    await writeFile(file, `\uFEFF${rows.join("\r\n")}`);
    const first = await importOf(tenant, "", "--file", file, "--json");
    expect(first).toMatchObject({
      code: 0,
      json: { created: 2, unchanged: 0, repeated: 0, invalid: [], warnings: [] },
    });
    const members = await Member.list(tenant.ctx);
    expect(members.find(({ email }) => email === "ada@example.com")).toMatchObject({
      name: "Lovelace; Ada",
      role: "admin",
    });
    expect(members.find(({ email }) => email === "grace@example.com")).toMatchObject({
      name: "Grace Hopper",
      role: "member",
    });
    const second = await importOf(tenant, "", "--file", file, "--json");
    expect(second).toMatchObject({ code: 0, json: { created: 0, unchanged: 2 } });
    expect(await Member.list(tenant.ctx)).toHaveLength(members.length);
  });

  it("takes one address a line from standard input, and reports invalid lines by their number", async () => {
    const tenant = await createTenant(line.deployment);
    const text = "a@example.com\n\nnobody\nA@example.com\nb@example.com\n@\n";
    const { code, json } = await importOf(tenant, text, "--json");
    expect(code).toBe(1);
    expect(json).toMatchObject({
      created: 2,
      repeated: 1,
      invalid: [
        { line: 3, reason: "not an e-mail address" },
        { line: 6, reason: "not an e-mail address" },
      ],
    });
    const plain = await importOf(tenant, text);
    expect(plain).toMatchObject({ code: 1, stderr: expect.stringContaining("line 3: not an e-mail address") });
    expect(plain.stdout).toMatch(/unchanged +2/);
  });

  it("refuses a role that there is none of, leaves other roles alone, and says so", async () => {
    const tenant = await createTenant(line.deployment);
    const text = `email,role\n${tenant.member.email},admin\nc@example.com,boss\n`;
    const { code, json } = await importOf(tenant, text, "--json");
    expect(code).toBe(1);
    expect(json).toMatchObject({ created: 0, unchanged: 1, invalid: [{ line: 3 }] });
    expect(json.warnings).toEqual([expect.stringContaining("another role than the file says")]);
    expect((await Member.get(tenant.ctx, tenant.member.id)).role).toBe("member");
  });

  it("refuses a name that the interface would refuse", async () => {
    const tenant = await createTenant(line.deployment);
    const text = `email,name\nc@example.com,${"x".repeat(201)}\nd@example.com,${"x".repeat(200)}\n`;
    const { code, json } = await importOf(tenant, text, "--json");
    expect(code).toBe(1);
    expect(json).toMatchObject({
      created: 1,
      invalid: [{ line: 2, reason: "the name has more than 200 characters" }],
    });
  });

  it("needs a header where a line has several columns, and a file that can be read", async () => {
    const tenant = await createTenant(line.deployment);
    expect(await importOf(tenant, "Ada,ada@example.com\n")).toMatchObject({ code: 2 });
    expect(await importOf(tenant, "", "--file", join(folder, "nowhere.csv"))).toMatchObject({ code: 2 });
    expect(await importOf(tenant, "")).toMatchObject({ code: 0, stdout: expect.stringMatching(/created +0/) });
  });

  it("creates a thousand members in one process, within seconds", async () => {
    const tenant = await createTenant(line.deployment);
    const text = Array.from({ length: 1000 }, (_, index) => `person-${index}@example.com`).join("\n");
    const args = ["member", "import", "--organization", tenant.id, "--json"];
    const began = performance.now();
    expect(await runProcess(args, { env: line.env, input: text })).toMatchObject({ code: 0, json: { created: 1000 } });
    // Some three seconds; a process for each member would take a quarter of an hour.
    expect(performance.now() - began).toBeLessThan(45_000);
    expect(await runProcess(args, { env: line.env, input: text })).toMatchObject({
      json: { created: 0, unchanged: 1000 },
    });
  }, 120_000);
});

describe("member list", () => {
  it("shows those whose name or address has the text in it", async () => {
    const tenant = await createTenant(line.deployment);
    await Member.create(tenant.ctx, { email: "ada@lovelace.example", name: "Ada" });
    await Member.create(tenant.ctx, { email: "grace@hopper.example", name: "Grace Lovely" });
    const search = async (text: string) =>
      (await line.run(["member", "list", "--organization", tenant.id, "--search", text, "--json"])).json.map(
        ({ name }: { name: string }) => name,
      );
    expect(await search("LOVEL")).toEqual(["Ada", "Grace Lovely"]);
    expect(await search("hopper.ex")).toEqual(["Grace Lovely"]);
    expect(await search("nobody")).toEqual([]);
  });
});

describe("member role, member disable and member enable", () => {
  const memberCommand = (name: string, { id }: Tenant, member: { id: string }, ...more: string[]) =>
    line.run(["member", name, "--organization", id, "--id", member.id, ...more, "--json"]);

  it("change the member that the interface shows", async () => {
    const tenant = await createTenant(line.deployment);
    expect(await memberCommand("role", tenant, tenant.member, "--role", "admin")).toMatchObject({
      code: 0,
      json: { id: tenant.member.id, role: "admin", active: true },
    });
    expect(await memberCommand("disable", tenant, tenant.member)).toMatchObject({ json: { active: false } });
    expect(await memberCommand("enable", tenant, tenant.member)).toMatchObject({ json: { active: true } });
    expect(await Member.get(tenant.ctx, tenant.member.id)).toMatchObject({ role: "admin", active: true });
  });

  it("the last active admin is neither demoted nor disabled", async () => {
    const tenant = await createTenant(line.deployment);
    for (const [name = "", ...more] of [["role", "--role", "member"], ["disable"]]) {
      expect(await memberCommand(name, tenant, tenant.admin, ...more)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("LAST_ADMIN"),
      });
    }
    await memberCommand("role", tenant, tenant.member, "--role", "admin");
    expect(await memberCommand("disable", tenant, tenant.admin)).toMatchObject({ code: 0 });
    expect(await memberCommand("disable", tenant, tenant.member)).toMatchObject({ code: 1 });
  });
});

describe("member create", () => {
  it("refuses an address that is taken, and a name that the interface would refuse", async () => {
    const tenant = await createTenant(line.deployment);
    const create = (...more: string[]) =>
      line.run(["member", "create", "--organization", tenant.id, ...more, "--json"]);
    expect(await create("--email", tenant.member.email.toUpperCase())).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("MEMBER_EXISTS"),
    });
    const named = await create("--email", "ada@example.com", "--name", "x".repeat(201));
    expect(named).toMatchObject({ code: 2, stderr: expect.stringContaining("200 characters") });
  });
});

describe("lines of a CSV file", () => {
  it.each([
    [
      "a,b\n1,2",
      [
        { line: 1, cells: ["a", "b"] },
        { line: 2, cells: ["1", "2"] },
      ],
    ],
    ["\n\n x ; y \n", [{ line: 3, cells: ["x", "y"] }]],
    ['"a ""b"" c",d', [{ line: 1, cells: ['a "b" c', "d"] }]],
    ['"open, for good', [{ line: 1, cells: ["open, for good"] }]],
    ["", []],
  ])("%j", (text, lines) => expect(linesOf(text)).toEqual(lines));
});
