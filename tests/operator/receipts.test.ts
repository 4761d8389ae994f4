import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as Integration from "@parley/core/integration/integration";
import * as Rule from "@parley/core/rule/rule";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseFile } from "../support/database-file.ts";
import { type Service, startService } from "../support/service.ts";
import { runHere } from "./command-line.ts";

let service: Service;
let folder: string;
let tenant: Awaited<ReturnType<Service["newOrganization"]>>;
let integrationId: string;

const TOWNS = "CREATE TABLE towns (name TEXT, country TEXT); INSERT INTO towns VALUES ('Lyon', 'France');";

beforeAll(async () => {
  [service, folder] = await Promise.all([startService(), mkdtemp(join(tmpdir(), "parley-receipts-"))]);
  tenant = await service.newOrganization();
  const { files } = service.environment;
  await files.put("before.sqlite", await databaseFile(TOWNS), "application/vnd.sqlite3");
  const after = `${TOWNS} INSERT INTO towns VALUES ('Bonn', 'Germany')`;
  await files.put("after.sqlite", await databaseFile(after), "application/vnd.sqlite3");
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const receipt = (...args: string[]) => runHere(async () => service.environment, ["receipt", ...args]);
const of = ["--organization"] as const;
const useDatabase = (file: string) =>
  Integration.update(tenant.ctx, integrationId, { config: { engine: "sqlite", file } });

/** A question that is answered from the database as it is before; returns the answer's id. */
async function answered(): Promise<string> {
  const config = { engine: "sqlite", file: "before.sqlite" } as const;
  integrationId = (await Integration.create(tenant.ctx, { display_name: "Towns", config })).id;
  const { token } = await tenant.add();
  const chat = await service.call("POST /v1/chats/create", { token, body: { integration_id: integrationId } });
  const events = await service.ask(token, {
    chat_id: chat.body.id,
    message: "How many towns are there?",
    model: "rules",
  });
  const last = events.at(-1);
  return last?.event === "message" ? last.data.id : "";
}

describe("receipt show and receipt verify", { timeout: 60_000 }, () => {
  it("show a receipt, and say that it is the same", async () => {
    const message = await answered();
    const shown = await receipt("show", ...of, tenant.id, "--message", message, "--json");
    expect(shown.json).toMatchObject({ message_id: message, question: "How many towns are there?", model_id: "rules" });
    const verified = await receipt("verify", ...of, tenant.id, "--message", message);
    expect(verified.code).toBe(0);
    expect(verified.stdout).toMatch(/^status +same\nsignature_valid +true\nchecked_at +\S+\ndifferences +none\n$/);
  });

  it("say what differs in sentences, and exit with 1: rows, a rule", async () => {
    const message = await answered();
    await useDatabase("after.sqlite");
    const data = await receipt("verify", ...of, tenant.id, "--message", message);
    expect(data.code).toBe(1);
    expect(data.stdout).toMatch(/status +data_changed\n/);
    expect(data.stdout).toContain("data of statement 1: Other values in the rows.");
    const rule = await Rule.create(tenant.ctx, "A town has a mayor.", tenant.admin);
    const changed = await receipt("verify", ...of, tenant.id, "--message", message, "--json");
    expect(changed.json).toMatchObject({
      status: "definition_changed",
      signature_valid: true,
      differences: [
        { what: "rule", change: "added", id: rule.id },
        { what: "data", change: "changed", sql_index: 0 },
      ],
      answering: [],
    });
    await Rule.remove(tenant.ctx, rule.id);
  });

  it("check a receipt in a file: its signature, alone or with the data", async () => {
    const message = await answered();
    const { json, stdout } = await receipt("show", ...of, tenant.id, "--message", message, "--json");
    const [file, forged] = [join(folder, "receipt.json"), join(folder, "forged.json")];
    await writeFile(file, stdout);
    await writeFile(forged, JSON.stringify({ ...json, question: "How many cities are there?" }));
    const alone = await receipt("verify", ...of, tenant.id, "--file", file, "--signature-only", "--json");
    expect(alone).toMatchObject({ code: 0, json: { signature_valid: true } });
    const whole = await receipt("verify", ...of, tenant.id, "--file", file, "--json");
    expect(whole).toMatchObject({ code: 0, json: { status: "same", signature_valid: true } });
    for (const more of [["--signature-only"], []])
      expect(await receipt("verify", ...of, tenant.id, "--file", forged, ...more, "--json")).toMatchObject({
        code: 1,
        json: { signature_valid: false },
      });
  });

  it("refuse what names no receipt, another organization's, and what is mistyped", async () => {
    const message = await answered();
    const other = await service.newOrganization();
    const foreign = await receipt("show", ...of, other.id, "--message", message, "--json");
    expect(foreign.error).toMatchObject({ code: "RECEIPT_NOT_FOUND" });
    expect((await receipt("verify", ...of, other.id, "--message", message, "--json")).error).toEqual(foreign.error);
    expect((await receipt("verify", ...of, tenant.id, "--json")).code).toBe(2);
    expect((await receipt("verify", ...of, tenant.id, "--file", join(folder, "none"), "--json")).code).toBe(2);
  });
});
