import type { Operation } from "@parley/contract/operation";
import * as check from "fast-check";
import { known } from "./known.ts";
import { multipart } from "./multipart.ts";
import { nearly } from "./nearly.ts";
import { canary, words } from "./values.ts";

/** A request as the fuzz makes it up. Ids are names of what the caller has, so that they are good when it is sent. */
export interface Made {
  path: string[];
  query: string;
  body: Uint8Array | string | undefined;
  contentType: string | undefined;
  isAdmin: boolean;
  headers: Record<string, string>;
  /** Sent a second time while the first is still being answered. */
  isTwice: boolean;
}

const json = (value: unknown): string | undefined => JSON.stringify(value);
const spoiled = (text: string): check.Arbitrary<string | Uint8Array> =>
  check.oneof(
    check.nat(text.length).map((at) => text.slice(0, at)),
    check.tuple(check.nat(text.length), words).map(([at, piece]) => text.slice(0, at) + piece + text.slice(at)),
    check.constant(`\uFEFF${text}`),
    check.constant(`${text}${text}`),
    check.constantFrom("1e400", "-0", "01", "0x1", "1.", "-", "NaN").map((number) => text.replace(/\d+/, number)),
    check.constantFrom("\\ud800", "\\u0000", "\0", "\t", "\\x", "\\").map((piece) => text.replace(/:"/, `:"${piece}`)),
    check.constant(text.replace(/^\{(.*)\}$/s, "{$1,$1}")),
    check.constant(text.replace(/:/g, ":\n\t ").replaceAll('"', "'")),
    check.constant(text.padEnd(200_000)),
    check.constant(text.replace(/^\{/, '{"__proto__":{"polluted":1},"chat_id":1,')),
    check.constant(`${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`),
    check.uint8Array({ maxLength: 200 }),
    check.constant(Buffer.from(text, "utf16le")),
    check.constant(Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe, 0xc3, 0x28])])),
  );

const contentTypes = [
  "application/json",
  "application/json; charset=utf-8",
  "application/json; charset=utf-16",
  "application/vnd.api+json",
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "multipart/form-data; boundary=x",
  'multipart/form-data; boundary=""',
  "multipart/mixed; boundary=x",
  "image/png",
  "",
  "☃",
];

type Sent = Pick<Made, "body" | "contentType">;
function sendings(operation: Operation): check.Arbitrary<Sent> {
  if (!operation.body) {
    const nothing = check.constant<Sent>({ body: undefined, contentType: undefined });
    const something = check.record({ body: words, contentType: check.constantFrom(...contentTypes) });
    return operation.method === "GET"
      ? nothing
      : check.oneof({ weight: 4, arbitrary: nothing }, { weight: 1, arbitrary: something });
  }
  // Larger than an item of the table may be, and smaller than what would only take time.
  const texts = nearly(operation.body, known)
    .map((value) => json(value) ?? "")
    .filter((text) => text.length < 500_000);
  const [part] = Object.keys(operation.multipart ?? {});
  return check.oneof(
    { weight: 12, arbitrary: texts.map((body): Sent => ({ body, contentType: "application/json" })) },
    { weight: 2, arbitrary: texts.chain(spoiled).map((body): Sent => ({ body, contentType: "application/json" })) },
    { weight: 1, arbitrary: check.record({ body: texts, contentType: check.constantFrom(...contentTypes) }) },
    { weight: part === undefined ? 0 : 10, arbitrary: multipart(part ?? "") },
    { weight: 1, arbitrary: check.constant<Sent>({ body: undefined, contentType: undefined }) },
  );
}

function queries(operation: Operation): check.Arbitrary<string> {
  const raw = check.constantFrom(
    "",
    "%",
    "a=%zz&b",
    "=&&=",
    "limit=1&limit=x",
    "wait=1&wait=0",
    "cursor=%00",
    "__proto__=1",
    "a[]=1",
    "limit=9".repeat(200),
    "?&?",
  );
  if (!operation.query) return raw;
  const pairs = nearly(operation.query, known).map((value) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.entries(value)
          .map(
            ([name, field]) =>
              `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(String(typeof field === "object" ? json(field) : field).toWellFormed())}`,
          )
          .join("&")
      : "",
  );
  return check.oneof({ weight: 6, arbitrary: pairs }, { weight: 1, arbitrary: raw });
}

const segments = (field: string) =>
  check.oneof(
    { weight: 12, arbitrary: check.constantFrom(...known(field)) },
    { weight: 1, arbitrary: check.constant("00000000-0000-7000-8000-000000000000") },
    { weight: 1, arbitrary: words.map((text) => encodeURIComponent(text.toWellFormed()) || "x") },
    {
      weight: 1,
      arbitrary: check.constantFrom(
        "%",
        "%zz",
        "%00",
        "..",
        "%2e%2e",
        ".",
        "%2F",
        "a%2Fb",
        "%E0%A4%A",
        "x".repeat(2100),
        "create",
        "reorder",
        "messages",
      ),
    },
  );

const headers = check.oneof(
  { weight: 6, arbitrary: check.constant<Record<string, string>>({}) },
  {
    weight: 1,
    arbitrary: check.constantFrom<Record<string, string>>(
      { accept: "text/html" },
      { "last-event-id": "99999999999999999999" },
      { "last-event-id": "-1" },
      { origin: "https://evil.example" },
      { host: "☃" },
      { host: "" },
      { host: "::" },
      { host: "a:99999999" },
      { host: "[" },
      { "x-forwarded-proto": "gopher" },
      { "content-length": "-1" },
      { "content-encoding": "gzip" },
      { "x-request-id": canary },
      { range: "bytes=0-0" },
      { authorization: "Bearer " },
      { authorization: `Bearer ${canary}` },
      { authorization: "Basic dXNlcjpwYXNz" },
      { "x-api-key": canary },
      { "x-api-key": "" },
      { "x-origin-secret": "x" },
      { cookie: "a=b; __proto__=c" },
      { "content-length": "99999999" },
    ),
  },
);

/** Requests of an operation that are good, or nearly. */
export const requests = (operation: Operation): check.Arbitrary<Made> =>
  check
    .record({
      path: check.tuple(...[...operation.path.matchAll(/\{(\w+)\}/g)].map(([, field = ""]) => segments(field))),
      query: queries(operation),
      sent: sendings(operation),
      isAdmin: operation.access === "admin" ? check.constantFrom(true, true, true, false) : check.boolean(),
      headers,
      isTwice: check.nat(15).map((one) => one === 15),
    })
    .map(({ sent, ...made }) => ({ ...made, ...sent }));
