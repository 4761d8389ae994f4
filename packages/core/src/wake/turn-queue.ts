import { SendMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import type { TurnQueue } from "./wake.ts";

/**
 * The queue at `url`; messages are grouped by member, so that one member's burst does not delay others. Unauthenticated
 * connections are one group: however many are opened, they delay no turn.
 */
export function createTurnQueue(client: SQSClient, url: string): TurnQueue {
  return {
    async send(message, delay) {
      const group = "kind" in message ? message.kind : message.member_id;
      await client.send(
        new SendMessageCommand({
          QueueUrl: url,
          MessageBody: JSON.stringify(message),
          MessageGroupId: group,
          ...(delay !== undefined && { DelaySeconds: delay }),
        }),
      );
    },
  };
}
