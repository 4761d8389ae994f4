import type { OrganizationContext, WithFiles } from "@parley/core/environment/context";
import { recordUse } from "@parley/core/ledger/organization";
import { nothing } from "@parley/core/ledger/meter";
import { log } from "@parley/core/observe/log";
import type { Passage } from "@parley/core/passage/passage";
import { charactersOf, packed, toVectors } from "./vectors.ts";
import { vectorsKey } from "@parley/core/project/document-files";
import type { KeepMeaning } from "@parley/core/project/indexing";
import { embed, embeddingChoice, isPassing } from "../../models/embedding.ts";
import { embeddingCost } from "../../models/prices.ts";
import { keptVectors, remember } from "./kept-vectors.ts";

/** Milliseconds of one request, and of all that one document takes: less than a worker has. */
const PASSAGES_CALL_MS = 60_000;
const PASSAGES_MS = 8 * 60_000;
const PASSAGES_ATTEMPTS = 4;

/** What became of asking what a document's passages mean; `off`: the deployment has no embedding model. */
export type MeaningOutcome = "kept" | "as it was" | "off" | "refused" | "later";

const textOf = ({ place, text }: Passage) => `${place}\n${text}`;

/**
 * Asks the deployment's embedding model what a document's passages mean, and keeps that beside them, unless it is there.
 * `later`: the provider is away or slow; `refused`: asking again would not help.
 */
export async function embedDocument(
  ctx: OrganizationContext & WithFiles,
  document: { project_id: string; id: string },
  passages: readonly Passage[],
  signal: AbortSignal,
): Promise<MeaningOutcome> {
  const choice = embeddingChoice(ctx.settings);
  if (!choice) return "off";
  const organizationId = ctx.actor.organization_id;
  const before = await keptVectors({ files: ctx.files, organizationId }, document, choice.name);
  if (before?.passages === passages.length && before.characters === charactersOf(passages)) return "as it was";
  const { settings, secrets, clock } = ctx;
  const limits = { attempts: PASSAGES_ATTEMPTS, timeoutMs: PASSAGES_CALL_MS };
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(PASSAGES_MS)]);
  const used = { model_calls: 0, tokens: 0 };
  const onSpent = (tokens: number) => {
    used.model_calls += 1;
    used.tokens += tokens;
  };
  try {
    const embedding = {
      choice,
      purpose: "passage",
      settings,
      secrets,
      clock,
      signal: inTime,
      ...limits,
      onSpent,
    } as const;
    const vectors = await embed(embedding, passages.map(textOf));
    const made = toVectors(choice.name, passages, vectors);
    const key = vectorsKey(organizationId, document.project_id, document.id);
    await ctx.files.put(key, packed(made), "application/octet-stream");
    remember(key, made);
    return "kept";
  } catch (error) {
    signal.throwIfAborted();
    log("warn", "passages were not embedded", { document_id: document.id, model: choice.model_id }, error);
    return inTime.aborted || isPassing(error) ? "later" : "refused";
  } finally {
    const { model_calls, tokens } = used;
    const microdollars = Math.ceil((embeddingCost(choice.model_id, tokens) ?? 0) * 1e6);
    if (model_calls > 0) await recordUse(ctx, organizationId, { ...nothing, model_calls, tokens, microdollars });
  }
}

/** For the worker that reads documents. */
export const keepMeaning: KeepMeaning = async (ctx, document, passages, signal) =>
  (await embedDocument(ctx, document, passages, signal)) !== "later";
