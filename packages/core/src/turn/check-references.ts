import type { ChatRecord } from "../chat/record.ts";
import { resolveScope } from "../chat/scope.ts";
import type { MemberContext, WithFiles } from "../environment/context.ts";
import { fail } from "../failure/failure.ts";
import type { IntegrationRecord } from "../integration/integration.ts";
import { find as findQuery, type QueryRecord } from "../query/record.ts";
import type { UploadRecord } from "../upload/record.ts";
import { areKept } from "../upload/attach.ts";
import { findMany as findUploads } from "../upload/find.ts";
import { checkSavedQuery } from "./saved-query.ts";
import type { Submission } from "./submission.ts";

/** What the submission names, checked. */
export interface Bound {
  integrationId: string | null;
  integrationFound: boolean;
  scope: string[] | null;
  query: QueryRecord | undefined;
  uploads: UploadRecord[];
}

/** A submission, with what was read of what it names. */
interface Read {
  submission: Submission;
  chat: ChatRecord;
  integration: IntegrationRecord | undefined;
}

/** Finds what else the submission names. Throws `Failure` with the codes of D19 for what is not there. */
export async function checkReferences(
  ctx: MemberContext & WithFiles,
  { submission, chat, integration }: Read,
): Promise<Bound> {
  const [query, uploads, scope] = await Promise.all([
    submission.saved_query_id === null ? undefined : findQuery(ctx, submission.saved_query_id),
    findUploads(ctx, submission.upload_ids),
    submission.scope === null ? null : resolveScope(ctx, submission.scope),
  ]);
  const integrationFound = submission.integration_id === null || integration !== undefined;
  const integrationId = integration?.id ?? chat.integration_id;
  // With a request id an unknown integration becomes a failed turn and comes before anything else that may be wrong.
  if (!integrationFound) {
    if (submission.client_request_id === undefined) fail("INTEGRATION_NOT_FOUND");
    return { integrationId, integrationFound, scope, query, uploads: [] };
  }
  if (submission.saved_query_id !== null) checkSavedQuery(query, submission, integrationId);
  const there = uploads.filter((upload) => upload !== undefined);
  const kept = await areKept(ctx, there);
  if (there.length < uploads.length || kept.includes(false)) fail("UPLOAD_NOT_FOUND");
  return { integrationId, integrationFound, scope, query, uploads: there };
}
