import { readFile } from "node:fs/promises";
import { PROMPT_VERSION } from "@parley/analyst/prompt-version";
import { Receipt, type ReceiptVerification } from "@parley/contract/receipt";
import { listModels } from "@parley/core/model/model";
import { receiptKey } from "@parley/core/organization/receipt-key";
import { locateReceipt } from "@parley/core/receipt/receipt";
import { isSigned } from "@parley/core/receipt/signature";
import { verifyFound } from "@parley/core/receipt/verify";
import * as v from "valibot";
import {
  BadNews,
  type Command,
  type Deployment,
  type Given,
  organizationOf,
  organizationOption,
  UsageError,
} from "../command.ts";

const messageOption = { help: "Id of the answer, a message" };

/** The receipt in a file, as `receipt show --json` or the interface gave it. Throws `UsageError`. */
async function receiptIn(file: string): Promise<Receipt> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch {
    throw new UsageError(`There is no file ${file} that can be read.`);
  }
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Receipt), text);
  if (!parsed.success) throw new UsageError(`${file} holds no receipt.`);
  return parsed.output;
}

/** What answers by now, where it is not what answered then. It changes no figure, and so not the status. */
function changedAnswering({ settings, secrets }: Deployment, { model_id, prompt_version }: Receipt): string[] {
  const { models } = listModels(settings, secrets);
  return [
    ...(models.some((model) => model.model_id === model_id) ? [] : [`model ${model_id}: It is no longer offered.`]),
    ...(prompt_version === null || prompt_version === PROMPT_VERSION
      ? []
      : [`prompt ${prompt_version}: The words to language models are now version ${PROMPT_VERSION}.`]),
  ];
}

type Difference = ReceiptVerification["differences"][number];

const inWords = ({ what, id, sql_index, detail }: Difference): string => {
  const subject = sql_index === null ? [what, id] : [what, "of statement", sql_index + 1];
  return `${subject.filter((word) => word !== null).join(" ")}: ${detail}`;
};

/** A verification with what answers by now; for people its differences are sentences. */
function told(verification: ReceiptVerification, answering: readonly string[], { json }: Given) {
  const { differences, ...rest } = verification;
  return json
    ? { ...rest, differences, answering }
    : { ...rest, differences: [...differences.map(inWords), ...answering].join("\n") || "none" };
}

async function verify(deployment: Deployment, given: Given): Promise<unknown> {
  const ctx = await organizationOf(deployment, given);
  const file = given.optional("file");
  const message = given.optional("message");
  if ((file === undefined) === (message === undefined)) throw new UsageError("Give either --message or --file");
  const receipt = file === undefined ? undefined : await receiptIn(file);
  const key = await receiptKey(ctx);
  const isGenuine = receipt === undefined || (key !== undefined && isSigned(key, receipt));
  if (receipt && given.flag("signature-only"))
    return isGenuine ? { signature_valid: true } : new BadNews({ signature_valid: false });
  const found = await locateReceipt(ctx, receipt?.message_id ?? message ?? "");
  const kept = await verifyFound(ctx, found);
  // A file may be an answer's receipt of before, or made up: it has to be the one that is kept.
  const isKept = receipt === undefined || receipt.signature === found.receipt.signature;
  const verification = { ...kept, signature_valid: kept.signature_valid && isGenuine && isKept };
  const answer = told(verification, changedAnswering(deployment, found.receipt), given);
  return verification.status === "same" && verification.signature_valid ? answer : new BadNews(answer);
}

/** What answers rest on, and whether it still holds. */
export const receiptCommands: Command[] = [
  {
    name: "receipt show",
    summary: "Show the receipt of an answer: its question, statements, hashes and versions, signed",
    options: { organization: organizationOption, message: { ...messageOption, required: true } },
    example: "receipt show --organization ID --message ID --json > receipt.json",
    async run(deployment, given) {
      const ctx = await organizationOf(deployment, given);
      return (await locateReceipt(ctx, given.text("message"))).receipt;
    },
  },
  {
    name: "receipt verify",
    summary:
      "Check an answer: its receipt's signature, and whether data, tables, rules and definitions are as they were",
    options: {
      organization: organizationOption,
      message: messageOption,
      file: { help: "A receipt as JSON, instead of --message: its signature is checked as well" },
      "signature-only": { help: "With --file: look at the signature alone, and run nothing", flag: true },
    },
    example: "receipt verify --organization ID --message ID\nreceipt verify --organization ID --file receipt.json",
    run: verify,
  },
];
