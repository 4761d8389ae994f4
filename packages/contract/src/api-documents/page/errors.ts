import type { ErrorCode } from "../../errors.ts";
import { everyError } from "../../every-error.ts";
import { routes } from "../../routes.ts";
import { failuresOf } from "../failures.ts";
import { remedies, socketFailures, turnFailures } from "../words/remedies.ts";
import { codeLink, details, escape, prose, table } from "./html.ts";
import { errorId } from "./operations.ts";

/** Failures that any address may return. */
const anywhere: ReadonlySet<ErrorCode> = new Set([
  "INTERNAL",
  "ROUTE_NOT_FOUND",
  "METHOD_NOT_ALLOWED",
  "HOST_NOT_SERVED",
  "SERVICE_UNAVAILABLE",
]);

/** More operations than these are folded. */
const OPERATIONS_NAMED = 6;

/** Where a failure occurs: operations, streams, the socket. */
function places(code: ErrorCode): string[] {
  const operations = routes.filter((operation) => failuresOf(operation).includes(code));
  const links = operations.map(({ id }) => codeLink(id, id));
  const named = links.length > OPERATIONS_NAMED ? [details(`${links.length} operations`, links.join(", "))] : links;
  return [
    ...(anywhere.has(code) ? ["any address"] : []),
    ...named,
    ...(turnFailures.includes(code) ? ['<a href="#streams">streams</a>', "turns"] : []),
    ...(socketFailures.includes(code) || turnFailures.includes(code) ? ['<a href="#socket">the socket</a>'] : []),
  ];
}

/** Every failure that a client can see, where it occurs and what to do about it. Throws for one that occurs nowhere. */
export function errorsSection(): string {
  // The table's keys are its codes.
  const rows = (Object.keys(everyError) as ErrorCode[]).map((code) => {
    const { status, message, retryable } = everyError[code];
    const found = places(code);
    if (found.length === 0) throw new Error(`${code} occurs nowhere`);
    const again = retryable ? " Retryable." : "";
    return [
      `<code id="${errorId(code)}">${code}</code>`,
      String(status),
      `${escape(message)}.${again}`.replace(/\.\./, "."),
      found.join(", "),
      prose(remedies[code]),
    ];
  });
  return `<section id="errors"><h2>Errors</h2>
<p>Every failing answer has its <code>code</code> in the body; the text beside it may name a size or a number. On streams and sockets the same codes come in an <code>error</code> event, with <code>retryable</code>, <code>error_type</code> and a <code>debug_id</code>. Over HTTP the status is the one below. A gateway in front of the service may answer 413, 429 or 503 itself, with <code>{"message"}</code> alone.</p>
${table(["Code", "Status", "Text", "Where", "What to do"], rows)}</section>`;
}
