import { CreateQueueCommand, GetQueueAttributesCommand, type SQSClient } from "@aws-sdk/client-sqs";

export interface QueuePair {
  url: string;
  deadLetterUrl: string;
}

export interface QueueSettings {
  name: string;
  /** A failed message is delivered again after this. */
  visibilitySeconds: number;
  /** How often a message is tried before it moves to the dead-letter queue. */
  receives: number;
}

/** Makes a standard queue with its dead-letter queue, or finds them. */
export async function ensureQueues(client: SQSClient, endpoint: string, settings: QueueSettings): Promise<QueuePair> {
  const create = async (name: string, attributes: Record<string, string>): Promise<string> => {
    const { QueueUrl } = await client.send(new CreateQueueCommand({ QueueName: name, Attributes: attributes }));
    if (QueueUrl === undefined) throw new Error(`The queue ${name} has no address`);
    // The emulator names a host that does not resolve; only the path matters to it.
    return new URL(new URL(QueueUrl).pathname, endpoint).href;
  };
  const VisibilityTimeout = String(settings.visibilitySeconds);
  const deadLetterUrl = await create(`${settings.name}-dead`, { VisibilityTimeout });
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: deadLetterUrl, AttributeNames: ["QueueArn"] }),
  );
  const RedrivePolicy = JSON.stringify({
    deadLetterTargetArn: Attributes?.QueueArn,
    maxReceiveCount: settings.receives,
  });
  return { url: await create(settings.name, { VisibilityTimeout, RedrivePolicy }), deadLetterUrl };
}
