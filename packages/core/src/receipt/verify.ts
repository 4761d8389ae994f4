import type { ReceiptDifference, ReceiptStatus, ReceiptVerification, ReceiptVersion } from "@parley/contract/receipt";
import { iso } from "../environment/clock.ts";
import type { MemberContext, OrganizationContext, WithFiles } from "../environment/context.ts";
import { find as findIntegration, type IntegrationRecord } from "../integration/integration.ts";
import { list as listMemories } from "../memory/memory.ts";
import { receiptKey } from "../organization/receipt-key.ts";
import { find as findQuery } from "../query/record.ts";
import { listAll as listRules } from "../rule/rule.ts";
import { spend } from "../throttle/spend.ts";
import { addedVersions, compareVersions } from "./compare-versions.ts";
import { definitionVersions } from "./definitions.ts";
import { textHash, versionOf } from "./hashes.ts";
import { findReceipt, type FoundReceipt } from "./receipt.ts";
import { compareDatabase } from "./run-again.ts";
import { isSigned } from "./signature.ts";

type Context = OrganizationContext & WithFiles;

const versions = (texts: readonly { id: string; content: string }[]): ReceiptVersion[] =>
  texts.map(({ id, content }) => ({ id, version: versionOf(content) }));

/** What the answer was told to heed. Every rule is given to every answer (D45), so one that was added is a change, too. */
async function compareGuidance(ctx: Context, { receipt, kept, answer }: FoundReceipt): Promise<ReceiptDifference[]> {
  if (!kept.is_guided) return [];
  const { organization_id, member_id } = answer;
  const [rules, memories] = await Promise.all([
    listRules(ctx).then(versions),
    listMemories({ ...ctx, actor: { organization_id, member_id } }).then(versions),
  ]);
  return [
    ...compareVersions("rule", receipt.rule_versions, rules),
    ...addedVersions("rule", receipt.rule_versions, rules),
    ...compareVersions("memory", receipt.memory_versions, memories),
  ];
}

/** What words mean. Every definition of a database is given, so one that was added is a change, too. */
async function compareDefinitions(
  ctx: Context,
  { kept }: FoundReceipt,
  integration: IntegrationRecord | undefined,
): Promise<ReceiptDifference[]> {
  if (!kept.is_guided || !integration) return [];
  const present = await definitionVersions(ctx, integration);
  return [
    ...compareVersions("definition", kept.definitions ?? [], present),
    ...addedVersions("definition", kept.definitions ?? [], present),
  ];
}

async function compareQueries(
  ctx: Context,
  { kept: { saved_queries = [] } }: FoundReceipt,
): Promise<ReceiptDifference[]> {
  const found = await Promise.all(saved_queries.map(({ id }) => findQuery(ctx, id)));
  const present = found.flatMap((query) => (query ? [{ id: query.id, version: versionOf(query.sql) }] : []));
  return compareVersions("saved_query", saved_queries, present);
}

/** True where the organization has signed the receipt, and the answer is the one it was made for. */
export async function isGenuine(ctx: OrganizationContext, { receipt, answer }: FoundReceipt): Promise<boolean> {
  const key = await receiptKey(ctx);
  const isOfAnswer = receipt.answer_hash === textHash(answer.content);
  return key !== undefined && isOfAnswer && isSigned(key, receipt);
}

/** What the differences come to: a changed definition goes before changed rows, and these before what could not be looked at. */
function statusOf(differences: readonly ReceiptDifference[]): ReceiptStatus {
  const isMeant = ({ what }: ReceiptDifference) => what !== "data" && what !== "integration";
  if (differences.some((each) => isMeant(each) && each.change !== "not_checked")) return "definition_changed";
  if (differences.some(({ what, change }) => what === "data" && change === "changed")) return "data_changed";
  return differences.length > 0 ? "unavailable" : "same";
}

/** What became of what an answer rests on. Its statements run again, read-only and within 20 seconds. */
export async function verifyFound(ctx: Context, found: FoundReceipt): Promise<ReceiptVerification> {
  const { integration_id } = found.receipt;
  const integration =
    integration_id === null ? undefined : await findIntegration(ctx, integration_id, { consistent: true });
  const [signature_valid, ...compared] = await Promise.all([
    isGenuine(ctx, found),
    compareGuidance(ctx, found),
    compareDefinitions(ctx, found, integration),
    compareQueries(ctx, found),
    compareDatabase(ctx, found, integration),
  ]);
  const differences = compared.flat();
  return { status: statusOf(differences), signature_valid, checked_at: iso(ctx.clock.now()), differences };
}

/** Verifies the receipt of an answer in one of the caller's chats. Throws RECEIPT_NOT_FOUND, RATE_LIMIT. */
export async function verify(
  ctx: MemberContext & WithFiles,
  chatId: string,
  messageId: string,
): Promise<ReceiptVerification> {
  const found = await findReceipt(ctx, chatId, messageId);
  await spend(ctx, "verification", ctx.actor.member_id);
  return verifyFound(ctx, found);
}
