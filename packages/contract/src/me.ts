import * as v from "valibot";
import { operation } from "./operation.ts";

export const MemberRole = v.picklist(["member", "admin"]);
export type MemberRole = v.InferOutput<typeof MemberRole>;

/** What a deployment, or an organization in it, may have switched on; what each means is in `api-documents/words/replies.ts`. */
export type Feature = "durable_turns" | "language_models" | "transcription" | "voice";

/** Who calls, and what there is to use. `features` are strings on the wire: there will be more of them. */
export const Me = v.object({
  member: v.object({ id: v.string(), email: v.string(), name: v.string(), role: MemberRole }),
  organization: v.object({ id: v.string(), name: v.string() }),
  features: v.array(v.string()),
});
export type Me = v.InferOutput<typeof Me>;

export const meOperations = {
  get: operation({
    id: "me.get",
    method: "GET",
    path: "/v1/me",
    group: "catalog",
    summary: "Who calls, of which organization, and which features there are",
    access: "member",
    reply: Me,
    status: 200,
    errors: [],
  }),
};
