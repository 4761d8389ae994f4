import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { InvocationRecord } from "../../packages/local/src/lambda/invoke-api.ts";
import { credentials, signal, startGateway } from "./support.ts";

let cloud: Awaited<ReturnType<typeof startGateway>>;
let client: LambdaClient;
let attempts: string[] = [];
let failures = 0;
let succeeded = signal<unknown>();
const recorded = signal<InvocationRecord>();
const gate = signal();

async function worker(event: { wait?: boolean; result?: unknown; fail?: boolean }, context: { awsRequestId: string }) {
  attempts.push(context.awsRequestId);
  if (event.wait) await gate.promise;
  if (event.fail && failures-- > 0) throw new RangeError("not yet");
  succeeded.resolve(event);
  return event.result;
}

beforeAll(async () => {
  cloud = await startGateway({
    entries: { worker, fallback: async () => "" },
    givenUp: async (record) => recorded.resolve(record),
  });
  client = new LambdaClient({ endpoint: cloud.internalUrl, region: "us-east-1", credentials, maxAttempts: 1 });
});
afterAll(() => cloud.stop());

const invoke = (type: "Event" | "RequestResponse" | "DryRun", payload: unknown, name = "worker") =>
  client.send(new InvokeCommand({ FunctionName: name, InvocationType: type, Payload: JSON.stringify(payload) }));
const reset = (failing = 0) => {
  attempts = [];
  failures = failing;
  succeeded = signal<unknown>();
};

describe("Lambda Invoke", () => {
  it("answers an Event with 202 before the function has ended", async () => {
    reset();
    expect((await invoke("Event", { wait: true, n: 1 })).StatusCode).toBe(202);
    expect(attempts).toHaveLength(1);
    gate.resolve();
    expect(await succeeded.promise).toEqual({ wait: true, n: 1 });
  });

  it("runs a failing Event once, and tells the destination of failures what became of it", async () => {
    reset(1);
    await invoke("Event", { fail: true });
    expect(await recorded.promise).toMatchObject({
      requestContext: { requestId: attempts[0], condition: "RetriesExhausted", approximateInvokeCount: 1 },
      requestPayload: { fail: true },
      responsePayload: { errorType: "RangeError", errorMessage: "not yet" },
    });
    expect(attempts).toHaveLength(1);
    expect(cloud.lines.map(({ message }) => message)).toContain("Asynchronous invocation given up");
  });

  it("waits for a RequestResponse and passes its result on", async () => {
    reset();
    const { StatusCode, Payload, FunctionError } = await invoke("RequestResponse", { result: { a: [1] } });
    expect([StatusCode, FunctionError, JSON.parse(Payload?.transformToString() ?? "")]).toEqual([
      200,
      undefined,
      { a: [1] },
    ]);
  });

  it("reports a failing RequestResponse as a function error", async () => {
    reset(1);
    const { StatusCode, Payload, FunctionError } = await invoke("RequestResponse", { fail: true });
    expect([StatusCode, FunctionError]).toEqual([200, "Unhandled"]);
    expect(JSON.parse(Payload?.transformToString() ?? "")).toMatchObject({
      errorType: "RangeError",
      errorMessage: "not yet",
    });
  });

  it("takes a name, a qualified name and an ARN", async () => {
    for (const name of ["worker", "worker:live", "arn:aws:lambda:us-east-1:000000000000:function:worker"]) {
      reset();
      expect((await invoke("RequestResponse", {}, name)).StatusCode).toBe(200);
    }
    expect((await invoke("DryRun", {})).StatusCode).toBe(204);
  });

  it("refuses a request that is not signed, as any page could send it", async () => {
    reset();
    const address = `${cloud.internalUrl}/2015-03-31/functions/worker/invocations`;
    expect((await fetch(address, { method: "POST", body: "{}" })).status).toBe(403);
    expect(attempts).toEqual([]);
  });

  it("refuses what it does not know, and an event over 1 MB", async () => {
    await expect(invoke("Event", {}, "nobody")).rejects.toMatchObject({ name: "ResourceNotFoundException" });
    await expect(invoke("Event", { x: "x".repeat(1024 * 1024) })).rejects.toMatchObject({
      name: "RequestTooLargeException",
    });
  });
});
