import { limits } from "@parley/contract/limits";
import { iso } from "../environment/clock.ts";
import type { UploadRecord } from "./record.ts";

/** Partition of the index that lists unattached uploads by when they die. */
export const dueUploads = "UPLOADS_DUE";

/** What an unattached upload carries beside its fields: when it dies, and the index entry the sweeper finds it by. */
export const mortal = (id: string, diesAt: number) => ({
  dies_at: iso(diesAt),
  index_pk: dueUploads,
  index_sk: `${iso(diesAt)}#${id}`,
});

/** How long an address to put a file to is good for: far less than an unattached upload lives. */
export const ADDRESS_LIFETIME_SECONDS = 3600;

/** A new upload dies after 24 hours unless a message attaches it (D39). */
export const untilAttached = (id: string, now: number) => mortal(id, now + limits.upload_pending_lifetime * 1000);

/** What a released upload becomes: dead at once. Its bytes are removed once no address can put them there again. */
export const released = ({ id, created_at }: UploadRecord, now: number) => ({
  ...mortal(id, Math.max(now, Date.parse(created_at) + ADDRESS_LIFETIME_SECONDS * 1000)),
  dies_at: iso(now),
});
