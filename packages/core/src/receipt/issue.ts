import type { ReceiptStatement, ReceiptVersion } from "@parley/contract/receipt";
import { tablesRead } from "@parley/datasource/tokens/tables";
import type { Answer, AnswerBasis, AnswerStatement, Question } from "../answer/answer.ts";
import type { CutAnswer } from "../answer/bounded-answer.ts";
import type { Base } from "../environment/context.ts";
import { isAnswer, type MessageRecord } from "../message/record.ts";
import { log } from "../observe/log.ts";
import { addReceiptKey, openReceiptKey } from "../organization/receipt-key.ts";
import { fromJsonText, toJsonText } from "../store/json-text.ts";
import type { Ending } from "../turn/endings.ts";
import type { TurnRecord } from "../turn/record.ts";
import { resultHash, tableVersions, textHash, versionOf, versionsHash } from "./hashes.ts";
import type { KeptReceipt } from "./record.ts";
import { signatureOf } from "./signature.ts";

/** A turn that was answered, with what it was asked and answered. */
interface Answered {
  turn: TurnRecord;
  question: Question;
  answer: Answer | CutAnswer;
  ending: Ending;
}

/** Rows a statement of an answer asks for. A shorter result that is cut has met the limit of its turn. */
export const STATEMENT_ROWS = 1_000;

const rowLimit = ({ result: { truncated, row_count } }: AnswerStatement): number =>
  truncated ? row_count : STATEMENT_ROWS;

/** The statements of an answer with what came of them, one after the other: to hash rows takes its time. */
async function statementsOf(statements: readonly AnswerStatement[]): Promise<ReceiptStatement[]> {
  const found: ReceiptStatement[] = [];
  for (const { sql, parameters, result } of statements) {
    const result_hash = await resultHash(result);
    found.push({ sql, parameters: [...parameters], result_hash, row_count: result.row_count });
  }
  return found;
}

/** What the tables declare that were read; null where the schema was not known, or nothing of the integration was read. */
function readTables({ schema, statements }: AnswerBasis): ReceiptVersion[] | null {
  const own = statements.filter(({ source }) => source === "integration");
  if (schema === null || own.length === 0) return null;
  return tableVersions(schema, new Set(own.flatMap(({ sql, dialect }) => tablesRead(sql, dialect))));
}

/** The memories that were given, of all that the question has. */
const memoryVersions = ({ memories, given }: Question, basis: AnswerBasis): ReceiptVersion[] =>
  basis.memories.flatMap((memory) => given?.memories[memories.indexOf(memory)] ?? []);

/** The sealed key of the organization's receipts; undefined if the organization is gone. */
async function sealedKey(ctx: Base, { organization, given }: Question): Promise<string | undefined> {
  try {
    return given?.receipt_key ?? (await addReceiptKey(ctx, organization.id));
  } catch (error) {
    // An answer is not thrown away for its receipt.
    log("warn", "a key for receipts could not be made", {}, error);
    return undefined;
  }
}

/**
 * The ending of a turn whose answer rests on statements, with the receipt of its answer (D55); any other ending as it is. An
 * organization from before there were receipts gets its key here, with one write.
 */
export async function withReceipt(ctx: Base, { turn, question, answer, ending }: Answered): Promise<Ending> {
  const basis = "basis" in answer ? answer.basis : undefined;
  const { user_message_id } = turn;
  if (!basis || basis.statements.length === 0 || answer.type !== "final" || user_message_id === null) return ending;
  const { given } = question;
  if (!given) return ending;
  const key = await sealedKey(ctx, question);
  if (key === undefined || !("model_id" in answer.metadata)) return ending;
  const { model_id } = answer.metadata;
  const tables = readTables(basis);
  const saved_queries = basis.saved_queries.map(({ id, sql }) => ({ id, version: versionOf(sql) }));
  const definitions = basis.is_guided ? given.definitions : [];
  const sql = await statementsOf(basis.statements);
  const receiptOf = (message: MessageRecord): KeptReceipt => {
    const receipt = {
      id: ctx.ids.next(),
      asked_at: turn.created_at,
      integration_id: question.integration?.id ?? null,
      sql,
      schema_hash: tables && versionsHash(tables),
      definitions_hash: versionsHash([...saved_queries, ...definitions]),
      rule_versions: basis.is_guided ? given.rules : [],
      memory_versions: basis.is_guided ? memoryVersions(question, basis) : [],
      model_id,
      prompt_version: basis.prompt_version,
      answer_hash: textHash(message.content),
    };
    const opened = openReceiptKey(ctx, key, question.organization.id);
    return {
      receipt: {
        ...receipt,
        ...signatureOf(opened, { ...receipt, message_id: message.id, question: question.message }),
      },
      question_id: user_message_id,
      tables,
      ...(saved_queries.length > 0 && { saved_queries }),
      ...(definitions.length > 0 && { definitions }),
      statements: basis.statements.map((each) => ({ source: each.source, row_limit: rowLimit(each) })),
      is_guided: basis.is_guided,
    };
  };
  return {
    ...ending,
    messages: ending.messages.map((message) => (isAnswer(message) ? kept(message, receiptOf) : message)),
  };
}

/** An answer with its receipt. */
function kept(message: MessageRecord, receiptOf: (message: MessageRecord) => KeptReceipt): MessageRecord {
  const receipt = receiptOf(message);
  const metadata = message.metadata === null ? {} : fromJsonText(message.metadata);
  return {
    ...message,
    metadata: toJsonText({ ...metadata, receipt_id: receipt.receipt.id }),
    receipt: toJsonText(receipt),
  };
}
