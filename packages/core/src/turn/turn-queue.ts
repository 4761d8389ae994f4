import { SendMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import type { TurnQueue } from "./wake.ts";

/** The queue at `url`; messages are grouped by member, so that one member's burst delays nobody else. */
export function createTurnQueue(client: SQSClient, url: string): TurnQueue {
  return {
    async send(wake) {
      await client.send(
        new SendMessageCommand({ QueueUrl: url, MessageBody: JSON.stringify(wake), MessageGroupId: wake.member_id }),
      );
    },
  };
}
