import { GetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import * as Integration from "@parley/core/integration/integration";
import * as Organization from "@parley/core/organization/organization";
import { pingConnection } from "@parley/datasource/check-connection";
import { DatasourceError } from "@parley/datasource/types";
import * as v from "valibot";
import {
  BadNews,
  type Command,
  CommandError,
  type Deployment,
  type Given,
  organizationOf,
  type Option,
} from "../command.ts";
import { addressOf, addressOption, request } from "../service.ts";

/** How long (ms) each part may take. */
const STATUS_PATIENCE_MS = 8_000;
/** Databases that are looked at together. */
const DATABASES_AT_ONCE = 4;

/** A part of the deployment, and whether it answered. */
interface Part {
  part: string;
  up: boolean;
  /** Milliseconds until it had answered. */
  ms: number | null;
  detail: string;
  /** Of a database its integration's. */
  id?: string;
}

const Documented = v.object({ info: v.object({ version: v.string() }) });

/** Looks at one part. What goes wrong is its state, not the command's failure. */
async function look(part: string, work: () => Promise<string>): Promise<Part> {
  const began = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new CommandError("NO_ANSWER", "it does not answer")), STATUS_PATIENCE_MS);
  });
  try {
    const detail = await Promise.race([work(), overdue]);
    return { part, up: true, ms: Math.round(performance.now() - began), detail };
  } catch (error) {
    // Of an unknown error the name: its message may hold what is not for a terminal.
    const isPlain = error instanceof CommandError || error instanceof DatasourceError;
    const detail = isPlain ? error.message : error instanceof Error ? error.name : "it failed";
    return { part, up: false, ms: null, detail };
  } finally {
    clearTimeout(timer);
  }
}

async function serviceDetail(given: Given): Promise<string> {
  const address = await addressOf(given);
  const response = await request(`${address}/v1/openapi.json`, { signal: AbortSignal.timeout(STATUS_PATIENCE_MS) });
  const { info } = v.parse(Documented, await response.json());
  return `${address}, interface ${info.version}`;
}

async function queueDetail(name: "TurnQueue" | "DeadLetters"): Promise<string> {
  const { linked } = await import("@parley/core/environment/environment");
  const { clientOptions } = await import("@parley/core/environment/client-options");
  const client = new SQSClient(clientOptions);
  try {
    const { Attributes = {} } = await client.send(
      new GetQueueAttributesCommand({
        QueueUrl: linked(name, "url"),
        AttributeNames: ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"],
      }),
    );
    const [waiting, taken] = [
      Attributes["ApproximateNumberOfMessages"],
      Attributes["ApproximateNumberOfMessagesNotVisible"],
    ];
    return `${waiting ?? 0} waiting, ${taken ?? 0} being worked on`;
  } finally {
    client.destroy();
  }
}

/** Looks whether an integration's database answers; of a file whether the bucket has it. */
async function databaseDetail(deployment: Deployment, integration: Integration.IntegrationRecord): Promise<string> {
  const ctx = { ...deployment, actor: { organization_id: integration.organization_id } };
  const config = Integration.configOf(ctx, integration);
  if (!("file" in config)) {
    await pingConnection(config, AbortSignal.timeout(STATUS_PATIENCE_MS));
    return config.engine;
  }
  if (!(await deployment.files.head(config.file))) throw new CommandError("NO_FILE", "the bucket has no such file");
  return config.engine;
}

async function databases(deployment: Deployment, given: Given): Promise<Part[]> {
  const named = given.optional("organization");
  const ids =
    named === undefined
      ? (await Organization.list(deployment)).map(({ id }) => id)
      : [(await organizationOf(deployment, given)).actor.organization_id];
  const waiting = (
    await Promise.all(ids.map((id) => Integration.list({ ...deployment, actor: { organization_id: id } })))
  ).flat();
  const order = waiting.map(({ id }) => id);
  const parts = new Map<string, Part>();
  const next = async (): Promise<void> => {
    for (let each = waiting.shift(); each; each = waiting.shift()) {
      const integration = each;
      const { id, display_name } = integration;
      const part = await look(`database ${display_name}`, () => databaseDetail(deployment, integration));
      parts.set(id, { ...part, id });
    }
  };
  await Promise.all(Array.from({ length: DATABASES_AT_ONCE }, next));
  return order.flatMap((id) => parts.get(id) ?? []);
}

const only: Option = { help: "Id of an organization: look at its databases alone; at everybody's by default" };

/** What of the deployment answers. */
export const statusCommand: Command = {
  name: "status",
  summary:
    "Look whether service, table, bucket, queues and each database answer; the exit code is 1 where one does not",
  options: { organization: only, url: addressOption },
  example: "status",
  async run(deployment, given) {
    const { table, files } = deployment;
    const parts = await Promise.all([
      look("service", () => serviceDetail(given)),
      look("table", async () => {
        await table.get({ pk: "STATUS", sk: "STATUS" }, { consistent: true });
        return "";
      }),
      look("bucket", async () => {
        await files.head("status");
        return "";
      }),
      look("queue", () => queueDetail("TurnQueue")),
      look("dead letters", () => queueDetail("DeadLetters")),
    ]);
    const isTableUp = parts.some(({ part, up }) => part === "table" && up);
    const all = [...parts, ...(isTableUp ? await databases(deployment, given) : [])];
    const up = all.every((part) => part.up);
    const node: Part = { part: "command line", up: true, ms: null, detail: `Node.js ${process.version}` };
    const rows = [...all, node].map(({ up: isUp, ...part }) => ({ state: isUp ? "up" : "DOWN", ...part }));
    const report = given.json ? { up, parts: [...all, node] } : rows;
    return up ? report : new BadNews(report);
  },
};
