import { SendMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import type { TurnQueue } from "./wake.ts";

/**
 * Whose message it is: one member's burst of turns does not delay others, nor do an organization's documents and databases. Unauthenticated
 * connections are one group: however many are opened, they delay no turn.
 */
function groupOf(message: Parameters<TurnQueue["send"]>[0]): string {
  if (!("kind" in message)) return message.member_id;
  return message.kind === "silence" ? message.kind : `${message.kind}-${message.organization_id}`;
}

/** The queue at `url`; messages are grouped by whose they are. */
export function createTurnQueue(client: SQSClient, url: string): TurnQueue {
  return {
    async send(message, delay) {
      await client.send(
        new SendMessageCommand({
          QueueUrl: url,
          MessageBody: JSON.stringify(message),
          MessageGroupId: groupOf(message),
          ...(delay !== undefined && { DelaySeconds: delay }),
        }),
      );
    },
  };
}
