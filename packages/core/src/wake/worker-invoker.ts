import { InvokeCommand, type LambdaClient } from "@aws-sdk/client-lambda";
import type { WorkerInvoker } from "./wake.ts";

/** The worker function `name`. */
export function createWorkerInvoker(client: LambdaClient, name: string): WorkerInvoker {
  return {
    async invoke(wake) {
      await client.send(
        new InvokeCommand({
          FunctionName: name,
          InvocationType: "Event",
          Payload: new TextEncoder().encode(JSON.stringify(wake)),
        }),
      );
    },
  };
}
