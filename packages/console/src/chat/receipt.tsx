import type { Receipt as ReceiptOf, ReceiptVerification } from "@parley/client";
import { NotFoundError } from "@parley/client";
import { BadgeCheck, TriangleAlert } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../parts/button.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { type Failure, failureOf, Problem } from "../parts/problem.tsx";
import { Sql } from "../parts/sql.tsx";
import { type SayOfReceipt, useReceiptWords } from "../words/receipt-words.ts";
import { useLanguage } from "../words/words.ts";
import { useScene } from "./chat-context.ts";
import "./receipt.css";

interface Props {
  messageId: string;
  onClose: () => void;
}

/** What there is of a receipt: it is being read, it is there, there is none (null), or it could not be read. */
type Read = { receipt: ReceiptOf | null } | { failure: Failure } | "reading";

/** What an answer rests on: what was run and what came of it, under which rules, signed; and whether it would come out the same today. */
export function Receipt({ messageId, onClose }: Props) {
  const say = useReceiptWords();
  const { parley, chatId } = useScene();
  const [read, setRead] = useState<Read>("reading");
  const look = useCallback(() => {
    if (chatId === null) return;
    setRead("reading");
    parley.receipt.get({ chat_id: chatId, message_id: messageId }).then(
      (receipt) => setRead({ receipt }),
      (error: unknown) => setRead(error instanceof NotFoundError ? { receipt: null } : { failure: failureOf(error) }),
    );
  }, [parley, chatId, messageId]);
  useEffect(look, [look]);
  return (
    <Dialog isOpen title={say("title")} onClose={onClose}>
      <div class="receipt-sheet" aria-busy={read === "reading"}>
        <p class="receipt-hint">{say("hint")}</p>
        {read === "reading" && <p class="receipt-hint">{say("loading")}</p>}
        {read !== "reading" && "failure" in read && <Problem failure={read.failure} onRetry={look} />}
        {read !== "reading" && "receipt" in read && read.receipt === null && <p>{say("none")}</p>}
        {read !== "reading" && "receipt" in read && read.receipt && chatId !== null && (
          <>
            <Check chatId={chatId} messageId={messageId} />
            <Statements receipt={read.receipt} />
            <Kept receipt={read.receipt} />
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Whether the answer would come out the same today, once somebody asks. */
function Check({ chatId, messageId }: { chatId: string; messageId: string }) {
  const say = useReceiptWords();
  const { parley } = useScene();
  const [isChecking, setChecking] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [found, setFound] = useState<ReceiptVerification | null>(null);
  // The sheet opened with nothing to press but its cross.
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  const check = async (): Promise<void> => {
    setChecking(true);
    setFailure(null);
    try {
      setFound(await parley.receipt.verify({ chat_id: chatId, message_id: messageId }));
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setChecking(false);
    }
  };
  return (
    <div class="receipt-check">
      <Button kind="primary" buttonRef={button} disabled={isChecking} onClick={() => void check()}>
        {say(isChecking ? "checking" : "check")}
      </Button>
      <div role="status">{found && !isChecking && <Verdict found={found} />}</div>
      {failure && <Problem failure={failure} onRetry={() => void check()} />}
    </div>
  );
}

function Verdict({ found }: { found: ReceiptVerification }) {
  const say = useReceiptWords();
  const language = useLanguage();
  const { status, signature_valid: isSigned, checked_at: at, differences } = found;
  const when = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(at));
  const isSame = status === "same" && isSigned;
  const Icon = isSame ? BadgeCheck : TriangleAlert;
  return (
    <>
      <p class="receipt-verdict" data-same={isSame || undefined}>
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        <span>{isSigned ? say(`status.${status}`, { when }) : say("signature.bad")}</span>
      </p>
      {differences.length > 0 && (
        <section>
          <h3>{say("differences")}</h3>
          <ul class="receipt-differences">
            {differences.map(({ what, change, detail }, index) => (
              <li key={index}>
                <b>
                  {say(`what.${what}`)}, {say(`change.${change}`)}
                </b>
                <small>{detail}</small>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Statements({ receipt: { sql } }: { receipt: ReceiptOf }) {
  const say = useReceiptWords();
  return (
    <>
      {sql.map(({ sql: text, parameters, result_hash: hash, row_count: count }, at) => (
        <section key={at}>
          <h3>{say("statement", { number: at + 1 })}</h3>
          <Sql text={text} />
          <Facts
            facts={[
              [say("result"), [say("rows", { count }), " · ", <ShortHash hash={hash} />]],
              ...(parameters.length > 0 ? [[say("parameters"), parameters.map(String).join(", ")] as const] : []),
            ]}
          />
        </section>
      ))}
    </>
  );
}

/** Everything else that the signature covers: what a person reads, and folded away what only programs compare. */
function Kept({ receipt }: { receipt: ReceiptOf }) {
  const say = useReceiptWords();
  const language = useLanguage();
  const asked = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" });
  const { rule_versions: rules, memory_versions: memories, prompt_version: prompt } = receipt;
  return (
    <section>
      <header class="receipt-heading">
        <h3>{say("facts")}</h3>
        <CopyButton text={JSON.stringify(receipt, null, 2)} label={say("copy")} />
      </header>
      <Facts
        facts={[
          [say("question"), receipt.question],
          [say("asked"), asked.format(new Date(receipt.asked_at))],
          [say("model"), receipt.model_id === "rules" ? say("builtIn") : receipt.model_id],
          ...(prompt === null ? [] : [[say("prompt"), prompt] as const]),
          ...(rules.length === 0 ? [] : [[say("rules"), rules.length] as const]),
          ...(memories.length === 0 ? [] : [[say("memories"), memories.length] as const]),
          [say("signature"), <ShortHash hash={receipt.signature} />],
        ]}
      />
      <details class="receipt-hashes">
        <summary>{say("hashes")}</summary>
        <Facts facts={hashesOf(say, receipt)} />
      </details>
    </section>
  );
}

type Fact = readonly [name: string, value: ComponentChildren];

/** Characters of a hash at either end: enough to tell two apart by eye. */
const HASH_END_CHARACTERS = 6;

/** The ends of a hash; all of it stands under the hashes. */
const ShortHash = ({ hash }: { hash: string }) => (
  <code>
    {hash.slice(0, HASH_END_CHARACTERS)}…{hash.slice(-HASH_END_CHARACTERS)}
  </code>
);

/** Hashes and versions whole; what the answer was not given is not said. */
function hashesOf(say: SayOfReceipt, receipt: ReceiptOf): Fact[] {
  const { sql, schema_hash: schema, rule_versions: rules, memory_versions: memories } = receipt;
  const listed = (name: string, versions: ReceiptOf["rule_versions"]): Fact[] =>
    versions.length === 0
      ? []
      : [
          [
            name,
            versions.map(({ id, version }) => (
              <code key={id}>
                {id} {version}
              </code>
            )),
          ],
        ];
  return [
    ...sql.map(({ result_hash: hash }, at): Fact => [say("hash", { number: at + 1 }), <code>{hash}</code>]),
    ...listed(say("rules"), rules),
    ...listed(say("memories"), memories),
    ...(schema === null ? [] : [[say("schema"), <code>{schema}</code>] as const]),
    [say("definitions"), <code>{receipt.definitions_hash}</code>],
    [say("answer"), <code>{receipt.answer_hash}</code>],
    [say("signature"), <code>{receipt.signature}</code>],
    [say("key"), <code>{receipt.key_id}</code>],
  ];
}

const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl class="receipt-facts">
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
