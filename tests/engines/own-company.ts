import { expect, vi } from "vitest";
import { type Run, runHere } from "../operator/command-line.ts";
import { type Service, startService } from "../support/service.ts";

/** A service with an organization, a key and a member that the command line has made, for tests of a database of its own. */
export interface OwnCompany {
  service: Service;
  /** `integration create` with these options. */
  create(...options: readonly string[]): Promise<Run>;
  /** What is printed of an answer. */
  ask(integrationId: string, question: string): Promise<string>;
  /** Hides the country of customers, reads the database again, and returns what is known of its tables. */
  hideCountry(integrationId: string, table: string): Promise<Run>;
  /** `integration test` of what is stored. */
  test(integrationId: string): Promise<Run>;
}

/** Starts one. Its key is in the environment, as `vi.unstubAllEnvs` and `service.stop` end it. */
export async function startOwnCompany(): Promise<OwnCompany> {
  const service = await startService();
  const run = (...args: readonly string[]) => runHere(async () => service.environment, args);
  const made = await run("organization", "create", "--name", "My company", "--json");
  const organization = ["--organization", String(made.json.id)];
  const key = await run("api-key", "create", ...organization, "--name", "laptop", "--json");
  await run("member", "create", ...organization, "--email", "me@example.com", "--json");
  vi.stubEnv("PARLEY_API_KEY", key.json.api_key);
  const integration = (verb: string, ...options: readonly string[]) =>
    run("integration", verb, ...organization, ...options, "--json");
  return {
    service,
    create: (...options) => integration("create", ...options),
    async ask(id, question) {
      const { stdout, stderr } = await run("ask", ...organization, "--integration", id, question, "--json");
      expect(stderr).not.toContain("error");
      return stdout;
    },
    async hideCountry(id, table) {
      await integration("mark", "--id", id, "--table", table, "--column", "country", "--as", "hidden");
      const tables = await integration("introspect", "--id", id);
      expect(tables.json, tables.stderr).toContainEqual(
        expect.objectContaining({ table: "customers", columns: 3, rows: 60 }),
      );
      return tables;
    },
    test: (id) => integration("test", "--id", id),
  };
}
