import { iso } from "../environment/clock.ts";

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
