import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { BatchWriteItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { answer } from "@parley/analyst/answer";
import { schemaText } from "@parley/analyst/schema-text";
import { entryOf } from "@parley/core/query/matching-index";
import * as Query from "@parley/core/query/query";
import type { Item } from "@parley/core/store/table-item";
import { organizationPk } from "@parley/core/store/keys";
import { patience } from "@parley/datasource/introspection/patience";
import { openDatasource } from "@parley/datasource/open";
import { interpretPatiently } from "@parley/interpreter/interpret";
import { ask, questionOf, toolsOf } from "../../analyst/support.ts";
import { largeChatOf } from "../../contract/large-chat.ts";
import { type CallCounter, countCalls } from "../../support/count-calls.ts";
import { largeSchema } from "../../support/large-schemas.ts";
import { shopSchema } from "../../support/shop-schema.ts";
import { furnish, newChat, putRegions, startWorld, type Tenant, type World } from "../../support/world/world.ts";
import { atMost, type Line, milliseconds, number } from "../load/report.ts";
import { percentile } from "../load/figures.ts";
import type { Part } from "./part.ts";

const MESSAGES = [100, 1_000, 10_000];
const MEMBERS = [10, 10_000, 100_000];
const QUERIES = [10, 1_000, 10_000];
const TABLES = [30, 300, 2_000];
const ROWS = [10, 1_000, 100_000];
/** Turns of each size; their median counts. */
const TURNS = 7;
/** A turn may cost so many times what it costs at the smallest size. */
const GROWN = 1.2;
/** Two readings of the saved queries that are this far apart are remembered. */
const SETTLED_MS = 1_500;
const MESSAGE_BYTES = 2_000;

/** What something costs: CPU of this process (ms), and what is asked of the table. */
interface Cost {
  cpu: number;
  calls: number;
  units: number;
}

const cpuNow = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

async function costOf(counter: CallCounter, work: () => Promise<unknown>): Promise<Cost> {
  const before = cpuNow();
  const { calls, read, write } = await counter.during(work);
  return { cpu: cpuNow() - before, calls, units: read + write };
}

/** The median of each figure over several turns, after one that is not counted. */
async function medianOf(turn: () => Promise<Cost>): Promise<Cost> {
  await turn();
  const costs: Cost[] = [];
  for (let at = 0; at < TURNS; at++) costs.push(await turn());
  const of = (figure: keyof Cost) =>
    percentile(
      costs.map((cost) => cost[figure]),
      0.5,
    );
  return { cpu: of("cpu"), calls: of("calls"), units: of("units") };
}

/** The service in this process, with an organization that has a database. */
interface Place {
  world: World;
  tenant: Tenant;
  agent_id: string;
  integration_id: string;
  counter: CallCounter;
}

async function putAll({ world }: Place, items: readonly Item[]): Promise<void> {
  const { client, name } = world.table;
  const batches = Array.from({ length: Math.ceil(items.length / 25) }, (_, at) => items.slice(at * 25, at * 25 + 25));
  const lane = async () => {
    for (let batch = batches.pop(); batch; batch = batches.pop()) {
      const puts = batch.map((item) => ({ PutRequest: { Item: marshall(item) } }));
      await client.send(new BatchWriteItemCommand({ RequestItems: { [name]: puts } }));
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
}

/** A durable turn of a new member, from its submission to its answer; in a chat of so many messages. */
async function turnIn({ world, tenant, agent_id, integration_id, counter }: Place, messages = 0): Promise<Cost> {
  const person = await tenant.add();
  const chat =
    messages > 0
      ? (await largeChatOf(world, person, { messages, bytes: MESSAGE_BYTES })).chat
      : await newChat(world, person);
  const token = await world.refreshed(person);
  const message = "How many regions are there?";
  const body = { client_request_id: randomUUID(), message, integration_id };
  return costOf(counter, async () => {
    const { status } = await world.call(`POST /v1/agents/${agent_id}/chats/${chat}/turns`, { token, body });
    if (status !== 202) throw new Error(`the turn was not accepted: ${status}`);
    await world.settle();
  });
}

/** Figures at each size, and how they compare with the smallest. */
function compared(what: string, sizes: readonly number[], costs: readonly Cost[]): Line[] {
  const [small] = costs;
  return sizes.slice(1).flatMap((size, at) => {
    const cost = costs[at + 1];
    if (!small || !cost) return [];
    const name = `${number(size)} ${what} instead of ${number(sizes[0] ?? 0)}`;
    const times = (value: number) => `${number(value, 2)} ×`;
    const table = `${name}: ${number(cost.calls)} calls, ${number(cost.units, 1)} units of the table`;
    return [
      ...(small.units > 0 ? [atMost(table, cost.units / small.units, GROWN, times)] : []),
      atMost(`${name}: ${milliseconds(cost.cpu, 1)} of CPU`, cost.cpu / small.cpu, GROWN, times),
    ];
  });
}

async function inChats(place: Place): Promise<Line[]> {
  const costs: Cost[] = [];
  for (const messages of MESSAGES) costs.push(await medianOf(() => turnIn(place, messages)));
  return compared("messages in the chat", MESSAGES, costs);
}

async function amongMembers(place: Place): Promise<Line[]> {
  const pk = organizationPk(place.tenant.id);
  const costs: Cost[] = [];
  let made = 0;
  for (const members of MEMBERS) {
    const items = Array.from({ length: members - made }, (_, at) => {
      const id = randomUUID();
      return { pk, sk: `MEMBER#${id}`, id, name: `Member ${at}`, email: `${id}@many.example`, role: "member" };
    });
    await putAll(place, items);
    made = members;
    costs.push(await medianOf(() => turnIn(place)));
  }
  return compared("members", MEMBERS, costs);
}

async function withQueries(place: Place): Promise<Line[]> {
  const { ctx, admin, id: organizationId } = place.tenant;
  const pk = organizationPk(organizationId);
  const costs: Cost[] = [];
  let made = 0;
  for (const queries of QUERIES) {
    const texts = (at: number) => ({ title: `Revenue of area ${at}`, prompt: `Revenue of area ${at} by month` });
    const items = Array.from({ length: queries - made }, (_, at) => {
      const id = randomUUID();
      return { pk, sk: `QUERIES#${id}`, ...entryOf({ id, ...texts(made + at), sql: null, keywords: ["revenue"] }) };
    });
    await putAll(place, items);
    made = queries;
    await Query.create(ctx, { ...texts(queries), keywords: [] }, admin);
    for (let reading = 0; reading < 2; reading++) {
      await Query.entries(ctx);
      place.world.clock.advance(SETTLED_MS);
    }
    costs.push(await medianOf(() => turnIn(place)));
  }
  return compared("saved queries", QUERIES, costs);
}

const QUESTION = "Which customers ordered the most products last month?";

async function overTables({ counter }: Place): Promise<Line[]> {
  const costs: Cost[] = [];
  for (const tables of TABLES) {
    const { schema } = largeSchema([{ name: "shop", schema: shopSchema }], tables);
    const question = { text: QUESTION, schema, now: new Date(0), earlier: [], guidance: [] };
    costs.push(
      await medianOf(() =>
        costOf(counter, async () => {
          await schemaText(schema, QUESTION);
          await interpretPatiently(question, patience());
        }),
      ),
    );
  }
  return compared("tables, a prompt's text and a reading", TABLES, costs);
}

async function overRows({ counter }: Place): Promise<Line[]> {
  const folder = mkdtempSync(join(tmpdir(), "parley-growth-"));
  const costs: Cost[] = [];
  try {
    for (const rows of ROWS) {
      const file = join(folder, `${rows}.sqlite`);
      const database = new DatabaseSync(file);
      database.exec(`CREATE TABLE sales (id INTEGER PRIMARY KEY, region TEXT, amount REAL);
        WITH RECURSIVE counter(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter WHERE n < ${rows})
        INSERT INTO sales SELECT n, 'region ' || (n % 5), n * 1.5 FROM counter`);
      database.close();
      const datasource = openDatasource({ engine: "sqlite", file });
      const schema = await datasource.introspect(new AbortController().signal);
      const integration = {
        id: "i1",
        display_name: "Sales",
        engine: "sqlite" as const,
        schema: async () => schema,
        open: async () => datasource,
      };
      const listed = () => ask(questionOf({ message: "List all sales", integration }), toolsOf());
      costs.push(await medianOf(() => costOf(counter, listed)));
      await datasource.close();
    }
    return compared("rows of a result", ROWS, costs);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** P14: what a turn costs as what is around it grows. The built-in interpreter answers; sockets are a benchmark of their own. */
export const growth: Part = {
  name: "growth",
  title: `P14  What a turn costs as chats, organizations, schemas and results grow (median of ${TURNS}; CPU with that of the test's own client)`,
  onlyByName: true,
  async run() {
    // A line for each turn would stand between the figures.
    process.env["LOG_LEVEL"] ??= "error";
    const world = await startWorld({ answer, speed: 1 });
    try {
      await putRegions(world);
      const tenant = await world.newTenant();
      const place: Place = { world, tenant, ...(await furnish(world, tenant)), counter: countCalls(world.table) };
      const lines: Line[] = [];
      for (const grow of [inChats, amongMembers, withQueries, overTables, overRows]) lines.push(...(await grow(place)));
      return lines;
    } finally {
      await world.stop();
    }
  },
};
