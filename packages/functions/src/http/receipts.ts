import { receiptVerifyOperations } from "@parley/contract/receipt";
import type { Base, WithFiles } from "@parley/core/environment/context";
import { endpointsWith } from "./endpoint.ts";

const endpoint = endpointsWith<Base & WithFiles>();

// Loaded when it is asked for: it would make the function's start slower.
const verification = () => import("@parley/core/receipt/verify");

/** Receipts that are verified: what became of what an answer rests on. */
export const receipts = [
  endpoint(receiptVerifyOperations.verify, async ({ ctx, params }) =>
    (await verification()).verify(ctx, params.chat_id, params.message_id),
  ),
];
