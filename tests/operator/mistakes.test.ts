import { writesOfGrants } from "@parley/datasource/check-connection";
import { commands } from "@parley/operator/commands";
import { nearest } from "@parley/operator/suggest";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTenant } from "../support/tenant.ts";
import { type CommandLine, runHere, runProcess, startCommandLine } from "./command-line.ts";

const nowhere = () => Promise.reject(new Error("no deployment is needed for a mistake"));
const run = (line: string) => runHere(nowhere, line.split(" "));

let line: CommandLine;
beforeAll(async () => {
  line = await startCommandLine();
});
afterAll(() => line.stop());

describe("a mistyped command", () => {
  it.each([
    ["organisation create", "Did you mean `organization create`?"],
    ["organization craete", "Did you mean `organization create`?"],
    ["members list", "Did you mean `member list`?"],
    ["user list", "Did you mean `member list`?"],
    ["member add", "Did you mean `member create`?"],
    ["integration delete", "Did you mean `integration remove`?"],
    ["databse list", "There is no command `databse list`."],
    ["database list", "Did you mean `integration list`?"],
    ["apikey create", "Did you mean `api-key create`?"],
    ["evla", "Did you mean `eval`?"],
    ["member dance", "It has create, "],
    ["xyzzy", "There is no command `xyzzy`."],
  ])("%s: %s", async (typed, said) => {
    const { code, stdout, stderr } = await run(typed);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(said);
    expect(stderr).toContain("--help` shows every command");
  });

  it.each([
    ["member create --organisation x", "Unknown option --organisation. Did you mean --organization?"],
    ["member create --organization x --mail a@b.example", "Unknown option --mail. Did you mean --email?"],
    ["member create --organization x extra --email a@b.example", "Unexpected argument 'extra'."],
    ["member create --organization x", "Missing: --email"],
    ["integration create --organization x --name y --engine", "Option '--engine <value>' argument missing."],
  ])("%s: %s", async (typed, said) => {
    const { code, stderr } = await run(typed);
    expect(code).toBe(2);
    expect(stderr).toContain(said);
    expect(stderr).toContain("shows what it takes");
  });

  it("is told what a role and an engine may be", async () => {
    const { id } = await createTenant(line.deployment);
    const given = ["--organization", id];
    const role = await line.run(["member", "create", ...given, "--email", "ada@example.com", "--role", "admn"]);
    expect(role.code).toBe(2);
    expect(role.stderr).toContain('--role is member or admin, not "admn". Did you mean admin?');
    const engine = await line.run(["integration", "create", ...given, "--name", "x", "--engine", "maria-db"]);
    expect(engine.stderr).toContain("Did you mean mariadb?");
    const tls = ["--engine", "mysql", "--tls", "of"];
    expect((await line.run(["integration", "create", ...given, "--name", "x", ...tls])).stderr).toContain(
      "Did you mean off?",
    );
  });
});

describe("failures under --json", { timeout: 60_000 }, () => {
  it("are one line of JSON on standard error, with nothing on standard output", async () => {
    const unknown = await runProcess(["organisation", "list", "--json"], { env: line.env });
    expect(unknown).toMatchObject({ code: 2, stdout: "", error: { code: "USAGE" } });
    expect(unknown.stderr.trim().split("\n")).toHaveLength(1);
    const { id } = await createTenant(line.deployment);
    const missing = ["member", "show", "--organization", id, "--id", "nobody", "--json"];
    expect(await line.run(missing)).toMatchObject({ code: 1, stdout: "", error: { code: "MEMBER_NOT_FOUND" } });
  });

  it("say that no deployment is there", async () => {
    const env = { PATH: process.env["PATH"], LOCAL_DIR: "/nowhere" };
    expect(await runProcess(["organization", "list", "--json"], { env })).toMatchObject({
      code: 1,
      error: { code: "NO_DEPLOYMENT", hint: expect.stringContaining("npm start") },
    });
    const away = { ...line.env, AWS_ENDPOINT_URL_DYNAMODB: "http://127.0.0.1:1" };
    expect(await runProcess(["organization", "list", "--json"], { env: away })).toMatchObject({
      code: 1,
      error: { code: "DEPLOYMENT_UNREACHABLE" },
    });
  });
});

describe("help", () => {
  it("has one line for each command, grouped", async () => {
    const { code, stdout } = await run("--help");
    expect(code).toBe(0);
    for (const { name, summary } of commands) {
      const lines = stdout.split("\n").filter((each) => each.startsWith(`  ${name} `));
      expect(lines, name).toEqual([expect.stringContaining(summary)]);
    }
    expect((await run("member")).stdout).not.toContain("organization create");
    expect((await run("help member create")).stdout).toContain("--email");
  });

  it.each(commands.map((command) => [command.name, command] as const))(
    "of %s shows each option and an example with known ones",
    async (name, { options, example }) => {
      const { code, stdout } = await run(`${name} --help`);
      expect(code).toBe(0);
      for (const option of Object.keys(options)) expect(stdout).toContain(`--${option} `);
      for (const [, option = ""] of example.matchAll(/ --([a-z-]+)/g))
        expect([...Object.keys(options), "json"]).toContain(option);
      for (const required of Object.keys(options).filter((option) => options[option]?.required))
        expect(example).toContain(`--${required} `);
      expect(example).toContain(name);
    },
  );
});

describe("the nearest word", () => {
  it.each([
    ["lsit", ["list", "limits"], "list"],
    ["integ", ["integration", "eval"], "integration"],
    ["zzz", ["list", "create"], undefined],
    ["constructor", ["list"], undefined],
  ] as const)("%s of %j is %s", (typed, candidates, found) => expect(nearest(typed, candidates)).toBe(found));
});

describe("grants of MySQL and MariaDB", () => {
  it.each([
    ["GRANT USAGE ON *.* TO `reader`@`%`", []],
    ["GRANT SELECT, SHOW VIEW ON `shop`.* TO `reader`@`%`", []],
    ["GRANT SELECT (`id`, `name`) ON `shop`.`customers` TO `reader`@`%`", []],
    ["GRANT `analysts`@`%` TO `reader`@`%`", []],
    ["GRANT ALL PRIVILEGES ON *.* TO `root`@`localhost` WITH GRANT OPTION", ["all privileges on *.*"]],
    ["GRANT SELECT, INSERT, UPDATE (`name`) ON `shop`.* TO `app`@`%`", ["insert, update on shop.*"]],
    ["GRANT CREATE, DROP, ALTER, INDEX ON `my shop`.* TO `app`@`%`", ["create, drop, alter and 1 more on my shop.*"]],
  ])("%s", (grant, writes) => expect(writesOfGrants([grant])).toEqual(writes));
});
