import type { Actor } from "../environment/context.ts";
import { memberPk } from "../store/keys.ts";
import type { Item, Key } from "../store/table-item.ts";

export interface UploadRecord extends Item {
  id: string;
  organization_id: string;
  member_id: string;
  filename: string;
  mime_type: string;
  size_bytes: number;
  /** `pending`: announced; the bucket is asked for its bytes until a message attaches it. */
  status: "pending" | "ready";
  created_at: string;
  /** The chats whose messages have it: it lives until the last of them is deleted. */
  chat_ids?: string[];
  /** Of each of them the first message that has it, as `<chat>#<message>`: it goes with that one, as a cut always reaches to the end. */
  first_messages?: string[];
  /** When an upload that no message has is dead; absent on attached ones. */
  dies_at?: string;
}

export const uploadKey = (owner: Actor, uploadId: string): Key => ({ pk: memberPk(owner), sk: `UPLOAD#${uploadId}` });

/** Where the bytes are. They stay there when a message attaches the upload. */
export const uploadObject = (owner: Actor, uploadId: string): string =>
  `uploads/${owner.organization_id}/${owner.member_id}/${uploadId}`;

/** Where the result of reading the bytes is kept: it is removed with them. */
export const readingObject = (owner: Actor, uploadId: string): string =>
  `${uploadObject(owner, uploadId)}.reading.json`;
