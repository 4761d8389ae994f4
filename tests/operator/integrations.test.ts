import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as Integration from "@parley/core/integration/integration";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { selfSigned } from "../support/certificate.ts";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { type CommandLine, runProcess, startCommandLine } from "./command-line.ts";
import { startRefusingMysql } from "./refusing-mysql.ts";

const secret = "reader-password";

let line: CommandLine;
let postgres: PostgresServer;
let tenant: Tenant;
let folder: string;
let empty: Server;
beforeAll(async () => {
  [line, postgres, folder] = await Promise.all([
    startCommandLine(),
    startPostgres(),
    mkdtemp(join(tmpdir(), "parley-operator-")),
  ]);
  tenant = await createTenant(line.deployment);
  await postgres.query(`
    CREATE TABLE orders (id integer PRIMARY KEY, amount numeric);
    REVOKE CREATE ON SCHEMA public FROM PUBLIC;
    CREATE ROLE reader LOGIN PASSWORD '${secret}';
    GRANT SELECT ON orders TO reader;
    CREATE ROLE writer LOGIN PASSWORD '${secret}';
    GRANT SELECT, INSERT, UPDATE ON orders TO writer;
    GRANT CREATE ON SCHEMA public TO writer;
    CREATE ROLE nobody LOGIN PASSWORD '${secret}'`);
  // Takes connections and never says a word.
  empty = createServer(() => undefined);
  await new Promise<void>((resolve) => empty.listen(0, "127.0.0.1", resolve));
  const database = new DatabaseSync(join(folder, "shop.sqlite"));
  database.exec("CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT)");
  database.close();
  await writeFile(join(folder, "notes.sqlite"), "These are notes, not tables.\n".repeat(100));
}, 60_000);
afterAll(async () => {
  empty.close();
  await Promise.all([line.stop(), postgres.stop()]);
  await rm(folder, { recursive: true, force: true });
});

/** Options of the reader's connection, with others in their places; undefined leaves one out. */
function options(change: Record<string, string | undefined> = {}): string[] {
  const usual = { engine: "postgres", host: postgres.host, port: String(postgres.port), database: "postgres" };
  const all: Record<string, string | undefined> = { ...usual, user: "reader", tls: "off", ...change };
  return Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));
}

const create = (change: Record<string, string | undefined>, ...more: string[]) =>
  line.run(
    ["integration", "create", "--organization", tenant.id, "--name", "Sales", "--json", ...options(change), ...more],
    secret,
  );
const sqlite = (file: string, ...more: string[]) =>
  line.run(
    [
      "integration",
      "create",
      "--organization",
      tenant.id,
      "--name",
      "Shop",
      "--json",
      "--engine",
      "sqlite",
      "--file",
    ].concat(join(folder, file), more),
  );

const stored = () => Integration.list(tenant.ctx).then((all) => all.length);

describe("integration create", () => {
  it("as a process of its own reads the password from standard input, and ends by itself", async () => {
    const args = ["integration", "create", "--organization", tenant.id, "--name", "Sales", "--json", ...options()];
    const { env } = line;
    expect(await runProcess(args, { env, input: `${secret}\n` })).toMatchObject({ code: 0, json: { tables: 1 } });
    const refused = await runProcess(args, { env, input: "wrong" });
    expect(refused).toMatchObject({ code: 1, stdout: "", error: { code: "CONNECTION_LOGIN" } });
    const without = await runProcess(args, { env });
    expect(without).toMatchObject({ code: 2, error: { code: "USAGE" } });
  }, 60_000);

  it("connects, says how many tables the role may read, and warns of nothing where it can only read", async () => {
    const { code, json, stderr } = await create({});
    expect(code).toBe(0);
    expect(json).toMatchObject({ display_name: "Sales", engine: "postgres", tables: 1, warnings: [] });
    expect(stderr).not.toContain("Warning");
    expect(stderr).toContain(`ask --organization ${tenant.id} --integration ${json.id}`);
  });

  it.for([
    ["a wrong password", {}, "wrong", "CONNECTION_LOGIN", /refused the login of "reader".*--user and the password/],
    ["an unknown role", { user: "stranger" }, secret, "CONNECTION_LOGIN", /refused the login of "stranger"/],
    [
      "a server without TLS",
      { tls: undefined },
      secret,
      "CONNECTION_TLS_MISSING",
      /does not speak TLS.*verify.*--tls off/,
    ],
    ["a server without TLS, required", { tls: "require" }, secret, "CONNECTION_TLS_MISSING", /\(require\).*--tls off/],
    ["a closed port", { port: "1" }, secret, "CONNECTION_REFUSED", /Nothing listens at 127\.0\.0\.1:1\b.*--port/],
    [
      "an unknown host",
      { host: "nowhere.invalid" },
      secret,
      "CONNECTION_HOST",
      /"nowhere\.invalid" cannot be resolved.*--host/,
    ],
    [
      "an unknown database",
      { database: "nowhere" },
      secret,
      "CONNECTION_DATABASE",
      /no database "nowhere".*--database/,
    ],
    ["a MySQL whose port is closed", { engine: "mysql", port: "1" }, secret, "CONNECTION_REFUSED", /Nothing listens/],
    [
      "a MariaDB whose host is unknown",
      { engine: "mariadb", host: "nowhere.invalid" },
      secret,
      "CONNECTION_HOST",
      /cannot be resolved/,
    ],
  ] as const)("stores nothing and says the cause and what to do: %s", async ([, change, password, code, said]) => {
    const before = await stored();
    const args = ["integration", "create", "--organization", tenant.id, "--name", "Sales", ...options(change)];
    const plain = await line.run(args, password);
    const asJson = await line.run([...args, "--json"], password);
    expect([plain.code, asJson.code]).toEqual([1, 1]);
    expect(asJson.stdout).toBe("");
    expect(asJson.error?.code).toBe(code);
    expect(`${asJson.error?.message} ${asJson.error?.hint}`).toMatch(said);
    expect(plain.stderr.trim().split("\n")).toEqual([asJson.error?.message, asJson.error?.hint]);
    expect(plain.stderr + asJson.stderr).not.toContain(password);
    expect(await stored()).toBe(before);
  });

  it("says that the server needs TLS where it takes no connection without", async () => {
    const [shown] = await postgres.query("SHOW hba_file");
    const file = String(shown?.["hba_file"]);
    const rules = await readFile(file, "utf8");
    try {
      await writeFile(file, `hostssl all reader all scram-sha-256\nhost all owner all scram-sha-256\n`);
      await postgres.query("SELECT pg_reload_conf()");
      await expect
        .poll(async () => (await create({})).error?.code, { timeout: 15_000, interval: 200 })
        .toBe("CONNECTION_TLS_NEEDED");
      expect((await create({})).error?.hint).toContain("--tls verify");
    } finally {
      await writeFile(file, rules);
      await postgres.query("SELECT pg_reload_conf()");
    }
  });

  it("says that a server that takes connections does not answer", async () => {
    const address = empty.address();
    const port = typeof address === "object" && address ? String(address.port) : "";
    expect((await create({ port })).error).toMatchObject({ code: "CONNECTION_NO_ANSWER" });
  });

  it.for([
    ["refuses the login", { error: [1045, "28000", "Access denied for user"] }, "CONNECTION_LOGIN"],
    ["has no such database", { error: [1049, "42000", "Unknown database"] }, "CONNECTION_DATABASE"],
    [
      "needs TLS",
      { error: [3159, "HY000", "Connections using insecure transport are prohibited"] },
      "CONNECTION_TLS_NEEDED",
    ],
    ["has no TLS", { tls: "require" }, "CONNECTION_TLS_MISSING"],
  ] as const)("a MySQL that %s", async ([, how, code]) => {
    const mysql = await startRefusingMysql("error" in how ? how.error : [1045, "28000", "Access denied for user"]);
    try {
      const change = { engine: "mysql", port: String(mysql.port), tls: "tls" in how ? how.tls : "off" };
      expect((await create(change)).error).toMatchObject({ code });
    } finally {
      await mysql.stop();
    }
  });

  it.for([
    ["that is not there", "nowhere.sqlite", "CONNECTION_NO_FILE", /There is no file .*nowhere\.sqlite/],
    ["that is not a database", "notes.sqlite", "CONNECTION_NOT_A_DATABASE", /notes\.sqlite is not an SQLite database/],
  ] as const)("a file %s is not stored", async ([, file, code, said]) => {
    const [before, keys] = [await stored(), await line.bucket.keys()];
    const { code: exit, error } = await sqlite(file);
    expect(exit).toBe(1);
    expect(error).toMatchObject({ code, message: expect.stringMatching(said) });
    expect(await stored()).toBe(before);
    expect(await line.bucket.keys()).toEqual(keys);
  });

  it("stores an SQLite file that can be read", async () => {
    const { code, json } = await sqlite("shop.sqlite");
    expect(code).toBe(0);
    expect(json).toMatchObject({ engine: "sqlite", tables: 1, warnings: [] });
    const test = await line.run(["integration", "test", "--organization", tenant.id, "--id", json.id, "--json"]);
    expect(test.json).toMatchObject({ connected: true, tables: 1 });
  });

  it("--no-test stores what cannot be reached", async () => {
    const { code, json } = await create({ port: "1" }, "--no-test");
    expect(code).toBe(0);
    expect(json).not.toHaveProperty("tables");
    const test = await line.run(["integration", "test", "--organization", tenant.id, "--id", json.id, "--json"]);
    expect(test.code).toBe(1);
    expect(test.error).toMatchObject({
      code: "CONNECTION_REFUSED",
      hint: expect.stringContaining("integration reconnect"),
    });
  });

  it.for([
    ["writer", /"writer" can do more than read: change rows of public\.orders; create tables in public/],
    ["owner", /"owner" can do more than read: it is a superuser/],
    ["nobody", /"nobody" can read no table/],
  ] as const)("warns of the role %s", async ([user, said]) => {
    const password = user === "owner" ? postgres.password : secret;
    const args = ["integration", "create", "--organization", tenant.id, "--name", "Sales", ...options({ user })];
    const { code, json, stderr } = await line.run([...args, "--json"], password);
    expect(code).toBe(0);
    expect(json.warnings).toEqual([expect.stringMatching(said)]);
    expect(stderr).toMatch(said);
    const plain = await line.run(args, password);
    expect(plain.stderr).toMatch(said);
    expect(plain.stdout).not.toMatch(said);
  });

  it("takes mariadb for mysql, and suggests the engine that was meant", async () => {
    const stranger = await create({ engine: "postgress" });
    expect(stranger.code).toBe(2);
    expect(stranger.error?.message).toContain("Did you mean postgres?");
    const { json } = await create({ engine: "mariadb", port: "1" }, "--no-test");
    expect(json.engine).toBe("mysql");
  });
});

describe("a server with a certificate of its own", () => {
  const { certificate, key } = selfSigned();
  /** Writes a file into the server's folder, as the server's own user. */
  const place = (name: string, text: string) =>
    postgres.query(
      `COPY (SELECT unnest(string_to_array('${text.trimEnd()}', E'\\n'))) TO PROGRAM 'umask 077; cat > ${name}'`,
    );
  const reload = (setting: string) =>
    postgres.query(`ALTER SYSTEM ${setting}`).then(() => postgres.query("SELECT pg_reload_conf()"));
  const codeOf = async (change: Record<string, string | undefined>, ...more: string[]) => {
    const { code, error } = await create({ host: "localhost", ...change }, ...more);
    return error?.code ?? code;
  };
  beforeAll(async () => {
    await place("server.key", key);
    await place("server.crt", certificate);
    await reload("SET ssl = on");
  }, 30_000);
  afterAll(() => reload("RESET ssl"));

  it("is not trusted by default; --ca names who vouches for it, --tls require takes any", async () => {
    // The server reads its settings again when it comes to it.
    await expect.poll(() => codeOf({ tls: "require" }), { timeout: 15_000, interval: 200 }).toBe(0);
    const { code, error } = await create({ host: "localhost", tls: undefined });
    expect(code).toBe(1);
    expect(error).toMatchObject({
      code: "CONNECTION_TLS_UNTRUSTED",
      hint: expect.stringMatching(/--ca FILE, or --tls require/),
    });
    const file = join(folder, "authority.pem");
    await writeFile(file, certificate);
    expect(await codeOf({ tls: "verify" }, "--ca", file)).toBe(0);
    expect(await codeOf({ tls: "require" })).toBe(0);
    await writeFile(file, selfSigned().certificate);
    expect(await codeOf({ tls: "verify" }, "--ca", file)).toBe("CONNECTION_TLS_UNTRUSTED");
    await writeFile(file, "This is not a certificate.");
    expect(await codeOf({ tls: "verify" }, "--ca", file)).toBe("USAGE");
  });
});

describe("integration reconnect", () => {
  it("keeps the old database where the new one cannot be reached", async () => {
    const { json } = await create({});
    const args = ["integration", "reconnect", "--organization", tenant.id, "--id", json.id, "--json"];
    const failed = await line.run([...args, ...options({ port: "1" })], secret);
    expect(failed).toMatchObject({ code: 1, error: { code: "CONNECTION_REFUSED" } });
    const kept = Integration.configOf(tenant.ctx, await Integration.get(tenant.ctx, json.id));
    expect(kept).toMatchObject({ port: postgres.port });
    const changed = await line.run([...args, ...options({ user: "writer" })], secret);
    expect(changed).toMatchObject({ code: 0, json: { id: json.id, tables: 1 } });
  });
});
