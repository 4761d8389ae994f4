import { visibleErrors } from "@parley/contract/errors";
import type { SocketEvent, StreamEvent } from "@parley/contract/event";
import { Failure } from "@parley/core/failure/failure";
import { log } from "@parley/core/observe/log";
import { errorData, visible } from "@parley/core/failure/visible-error";
import {
  type ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GetConnectionCommand,
  GoneException,
  PayloadTooLargeException,
  PostToConnectionCommand,
} from "@aws-sdk/client-apigatewaymanagementapi";

export type Frame = StreamEvent | SocketEvent;

/** Sends to open connections, and closes them. */
export type Frames = ReturnType<typeof createFrames>;

/** Connections behind API Gateway's management API. A connection that is gone rejects with GoneException. */
export function createFrames(client: ApiGatewayManagementApiClient) {
  async function post(connectionId: string, frame: Frame): Promise<void> {
    try {
      await client.send(new PostToConnectionCommand({ ConnectionId: connectionId, Data: JSON.stringify(frame) }));
    } catch (error) {
      if (!(error instanceof PayloadTooLargeException)) throw error;
      // API Gateway takes 128 KB a message. The turn goes on; history has what this frame would have shown.
      log("warn", "a frame was too large for the socket", { event: frame.event });
    }
  }

  async function close(connectionId: string): Promise<void> {
    try {
      await client.send(new DeleteConnectionCommand({ ConnectionId: connectionId }));
    } catch (error) {
      if (!(error instanceof GoneException)) throw error;
    }
  }

  /** Posts to a connection, unless it has gone. */
  async function tell(connectionId: string, frame: Frame): Promise<void> {
    try {
      await post(connectionId, frame);
    } catch (error) {
      if (!(error instanceof GoneException)) throw error;
    }
  }

  return {
    post,
    tell,
    close,

    /** True when the connection is open. */
    async isOpen(connectionId: string): Promise<boolean> {
      try {
        await client.send(new GetConnectionCommand({ ConnectionId: connectionId }));
        return true;
      } catch (error) {
        if (error instanceof GoneException) return false;
        throw error;
      }
    },
  };
}

/** The error frame for anything thrown; `debugId` leads to the log line. */
export function errorFrame(error: unknown, debugId: string): Frame {
  const { code, message, retryable } = visible(error);
  if (code === "INTERNAL") log("error", "an action failed", { debug_id: debugId }, error);
  const { retryAfter, turnId } = error instanceof Failure ? error : {};
  return {
    event: "error",
    data: errorData(code, message ?? visibleErrors[code].message, debugId, { retryable, retryAfter, turnId }),
  };
}
