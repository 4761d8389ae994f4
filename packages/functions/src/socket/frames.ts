import type { ErrorCode } from "@parley/contract/errors";
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

/** Speaks to open connections. */
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

  async function end(connectionId: string): Promise<void> {
    try {
      await client.send(new DeleteConnectionCommand({ ConnectionId: connectionId }));
    } catch (error) {
      if (!(error instanceof GoneException)) throw error;
    }
  }

  /** Posts to a connection that may be gone; then nobody is told. */
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

    /** Says why, then closes: API Gateway cannot send a close code of ours, so the frame carries it (D35). */
    async refuse(
      connectionId: string,
      code: "AUTH_FAILED" | "AUTH_EXPIRED" | "WS_CONNECTION_CAP",
      debugId: string,
    ): Promise<void> {
      const close_code = code === "WS_CONNECTION_CAP" ? 4429 : 4001;
      const data = { ...errorData(code, visibleErrors[code].message, debugId), close_code };
      await tell(connectionId, { event: "error", data });
      await end(connectionId);
    },

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

/** The error frame of whatever was thrown; `debugId` leads to the log line. */
export function errorFrame(error: unknown, debugId: string): Frame {
  const { code, message, retryable } = visible(error);
  if (code === "INTERNAL") log("error", "an action failed", { debug_id: debugId }, error);
  const retryAfter = error instanceof Failure ? error.retryAfter : undefined;
  return {
    event: "error",
    data: errorData(code, message ?? visibleErrors[code].message, debugId, { retryable, retryAfter }),
  };
}

/** An error frame for a code. */
export const codeFrame = (code: ErrorCode, debugId: string): Frame => ({
  event: "error",
  data: errorData(code, visibleErrors[code].message, debugId),
});
