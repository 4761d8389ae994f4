import type { ToolCall, ToolResult } from "@parley/contract/event";
import { limits } from "@parley/contract/limits";
import { bytesOf } from "../store/json-text.ts";
import { cutToFit } from "./cut-bytes.ts";

const SUMMARY_BYTES = 1024;
const ERROR_BYTES = 4 * 1024;
const ID_BYTES = 256;

/** A call whose arguments are too large for an event is sent with their beginning. */
export function fitCall(call: ToolCall): ToolCall {
  if (bytesOf(call) <= limits.tool_result_bytes) return call;
  const { tool_call_id, tool, args } = call;
  return {
    tool_call_id: cutToFit(tool_call_id, ID_BYTES),
    tool: cutToFit(tool, ID_BYTES),
    args: { truncated: cutToFit(JSON.stringify(args), limits.tool_result_bytes / 4) },
  };
}

/** A result beyond 32 KB (D31) keeps its words, shortened. */
export function fitResult(result: ToolResult): ToolResult {
  if (bytesOf(result) <= limits.tool_result_bytes) return result;
  const words: ToolResult = {
    ...result,
    tool_call_id: cutToFit(result.tool_call_id, ID_BYTES),
    tool: cutToFit(result.tool, ID_BYTES),
    summary: cutToFit(result.summary, SUMMARY_BYTES),
    error: result.error && cutToFit(result.error, ERROR_BYTES),
  };
  return bytesOf(words) <= limits.tool_result_bytes ? words : { ...words, result: null };
}
