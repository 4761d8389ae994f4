import { randomUUID } from "node:crypto";
import { CreateTableCommand, DeleteTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { tableDefinition } from "@parley/core/store/table-definition";
import { startTable } from "../../support/table.ts";
import type { StageOptions } from "../world/stage.ts";

export type Emulator = Awaited<ReturnType<typeof startEmulator>>;

/** The DynamoDB emulator, with a table of its own for each run of an experiment. */
export async function startEmulator() {
  const table = await startTable();
  // The simulated SDK makes its own attempts; the real one below it must not add any.
  const client = new DynamoDBClient({
    endpoint: table.endpoint,
    region: "us-east-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
    maxAttempts: 1,
  });
  return {
    table,
    async withTable<T>(work: (emulator: NonNullable<StageOptions["emulator"]>) => Promise<T>): Promise<T> {
      const name = `run-${randomUUID()}`;
      await client.send(new CreateTableCommand({ ...tableDefinition, TableName: name }));
      try {
        // Commands of the service are commands of this client.
        return await work({ table: name, execute: (command) => client.send(command as never) as Promise<object> });
      } finally {
        await client.send(new DeleteTableCommand({ TableName: name }));
      }
    },
    async stop() {
      client.destroy();
      await table.stop();
    },
  };
}
