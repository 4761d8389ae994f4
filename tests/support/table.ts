import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { clientOptions } from "@parley/core/environment/client-options";
import { tableDefinition } from "@parley/core/store/table-definition";
import { startDynamoDb } from "@parley/local/emulators/dynamodb";

export interface TestTable {
  client: DynamoDBClient;
  endpoint: string;
  name: string;
  stop(): Promise<void>;
}

/** A DynamoDB emulator of its own with the service's table in memory, for one test file. It is up in milliseconds. */
export async function startTable(): Promise<TestTable> {
  const directory = await mkdtemp(join(tmpdir(), "parley-table-"));
  const { endpoint, program } = await startDynamoDb({
    logFile: join(directory, "log"),
    started: () => undefined,
  });
  const client = new DynamoDBClient({
    endpoint,
    region: "us-east-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
    maxAttempts: 4,
    // As the service's own, but for the cached middleware: tests add theirs.
    logger: clientOptions.logger,
  });
  const name = `parley-${randomUUID()}`;
  await client.send(new CreateTableCommand({ ...tableDefinition, TableName: name }));
  return {
    client,
    endpoint,
    name,
    async stop() {
      client.destroy();
      await program.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
