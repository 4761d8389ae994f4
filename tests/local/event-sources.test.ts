import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { ScheduledEvent, SQSEvent } from "aws-lambda";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startSqs } from "../../packages/local/src/emulators/sqs.ts";
import { queueMapping, type EventSource } from "../../packages/local/src/lambda/event-sources.ts";
import { lambdaFunction } from "../../packages/local/src/lambda/runtime.ts";
import { schedule } from "../../packages/local/src/lambda/schedule.ts";
import { ensureQueues, type QueuePair } from "../../packages/local/src/emulators/queues.ts";
import { credentials, recordingLog, signal } from "./support.ts";

const { log } = recordingLog();
const region = "us-east-1";
let sqs: Awaited<ReturnType<typeof startSqs>>;
let client: SQSClient;
let queues: QueuePair;
let sources: EventSource[] = [];
let queueNumber = 0;

beforeAll(async () => {
  sqs = await startSqs();
  client = new SQSClient({ endpoint: sqs.endpoint, region, credentials });
});
beforeEach(async () => {
  await Promise.all(sources.map((source) => source.stop()));
  sources = [];
  queues = await ensureQueues(client, sqs.endpoint, {
    name: `turns-${queueNumber++}`,
    visibilitySeconds: 1,
    receives: 2,
  });
});
afterAll(async () => {
  await Promise.all(sources.map((source) => source.stop()));
  await sqs.stop();
});

const fn = (handler: (event: never) => unknown) =>
  lambdaFunction({ name: "fn", load: async () => ({ handler }), timeoutMs: 5_000, log });
const map = (queueUrl: string, handler: (event: SQSEvent) => unknown, concurrency = 4) => {
  const target = fn(handler);
  sources.push(queueMapping({ client, queueUrl, target: () => target, concurrency, region, log }));
};
const send = (body: string) =>
  client.send(new SendMessageCommand({ QueueUrl: queues.url, MessageBody: body, MessageGroupId: "member" }));
const messagesIn = async () => {
  const counts = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"] as const;
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: queues.url, AttributeNames: [...counts] }),
  );
  return counts.map((name) => Attributes?.[name]);
};
const records = (event: SQSEvent) => event.Records.map(({ body }) => body);

describe("SQS event source", () => {
  it("invokes the function with one record and deletes the message", async () => {
    const got = signal<SQSEvent>();
    map(queues.url, async (event) => got.resolve(event));
    await send('{"turn_id":"1"}');
    const event = await got.promise;
    expect(event.Records).toHaveLength(1);
    expect(event.Records[0]).toMatchObject({
      body: '{"turn_id":"1"}',
      eventSource: "aws:sqs",
      awsRegion: region,
      eventSourceARN: `arn:aws:sqs:us-east-1:000000000000:${queues.url.split("/").at(-1)}`,
      attributes: { ApproximateReceiveCount: "1" },
    });
    await expect.poll(messagesIn).toEqual(["0", "0"]);
  });

  it("starts at once and at most as many as the limit says", async () => {
    let running = 0;
    let most = 0;
    const gate = signal();
    const full = signal();
    const done: string[] = [];
    const all = signal();
    map(queues.url, async (event) => {
      most = Math.max(most, ++running);
      if (running === 4) full.resolve();
      await gate.promise;
      running -= 1;
      done.push(...records(event));
      if (done.length === 9) all.resolve();
    });
    for (let at = 0; at < 9; at++) await send(String(at));
    await full.promise;
    gate.resolve();
    await all.promise;
    expect(most).toBe(4);
    expect(done.toSorted()).toEqual(Array.from({ length: 9 }, (_, at) => String(at)));
  });

  it.each([
    ["throws", () => Promise.reject(new Error("no"))],
    [
      "names it in batchItemFailures",
      async (event: SQSEvent) => ({ batchItemFailures: [{ itemIdentifier: event.Records[0]?.messageId }] }),
    ],
  ])("brings a message again when the function %s, and moves it to the dead letters", async (_how, fail) => {
    const tries: string[] = [];
    const dead = signal<SQSEvent>();
    map(queues.url, (event) => {
      tries.push(event.Records[0]?.attributes.ApproximateReceiveCount ?? "");
      return fail(event);
    });
    map(queues.deadLetterUrl, async (event) => dead.resolve(event));
    await send("poison");
    expect(records(await dead.promise)).toEqual(["poison"]);
    expect(tries).toEqual(["1", "2"]);
  });

  it("lets what runs end when it is stopped, and takes nothing new", async () => {
    const started = signal();
    const gate = signal();
    const bodies: string[] = [];
    map(queues.url, async (event) => {
      bodies.push(...records(event));
      started.resolve();
      await gate.promise;
      bodies.push("end");
    });
    await send("one");
    await started.promise;
    const stopped = Promise.all(sources.map((source) => source.stop()));
    await send("two");
    gate.resolve();
    await stopped;
    expect(bodies).toEqual(["one", "end"]);
  });
});

describe("schedule", () => {
  it("invokes the function at its rate, one run at a time", async () => {
    const events: ScheduledEvent[] = [];
    let running = 0;
    const three = signal();
    const target = fn(async (event) => {
      expect(++running).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 25));
      running -= 1;
      events.push(event);
      if (events.length === 3) three.resolve();
    });
    sources.push(schedule({ rule: "sweeper", everyMs: 10, target: () => target, region }));
    await three.promise;
    expect(events[0]).toMatchObject({ "detail-type": "Scheduled Event", detail: {}, region });
  });
});
