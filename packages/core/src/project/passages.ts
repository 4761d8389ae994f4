import type { FoundPassage } from "@parley/contract/document";
import { limits } from "@parley/contract/limits";
import type { MemberContext, WithFiles } from "../environment/context.ts";
import { refuseAdministrator } from "../failure/refuse-administrator.ts";
import { readKept } from "../passage/read-kept.ts";
import { searchPassages } from "../passage/search.ts";
import type { ReadDocument, Shelf } from "../passage/shelf.ts";
import { spend } from "../throttle/spend.ts";
import { get as getProject } from "./project.ts";

/** Milliseconds that a search may take: a request has 30 s. */
const SEARCH_MS = 20_000;

/**
 * The passages of a project's documents that the agent would find, best first. Documents that have not been read yet have none.
 * Throws PROJECT_NOT_FOUND, RATE_LIMIT, SEARCH_TIMEOUT.
 */
export async function search(
  ctx: MemberContext & WithFiles,
  projectId: string,
  query: string,
): Promise<FoundPassage[]> {
  const project = await getProject(ctx, projectId);
  await spend(ctx, "passage_search", ctx.actor.member_id);
  const shelf: Shelf = { files: ctx.files, organizationId: ctx.actor.organization_id };
  const until = ctx.clock.now() + SEARCH_MS;
  const isInTime = () => ctx.clock.now() < until;
  const findings = await searchPassages(shelf, (documents) => inTime(readKept(shelf, documents), isInTime), {
    projectIds: [project.id],
    query,
    limit: limits.passages_found,
  });
  return findings.map(({ citation: { document_id, title, place, quote, passage }, score }) => ({
    document_id,
    title,
    place,
    quote,
    passage,
    score,
  }));
}

async function* inTime(documents: AsyncGenerator<ReadDocument, void>, isInTime: () => boolean) {
  for await (const document of documents) {
    if (!isInTime()) refuseAdministrator("SEARCH_TIMEOUT");
    yield document;
  }
}
