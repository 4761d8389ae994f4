import { readFile } from "node:fs/promises";
import { limits } from "@parley/contract/limits";
import type { OrganizationContext } from "@parley/core/environment/context";
import { isEmail, normalizeEmail } from "@parley/core/member/email";
import * as Member from "@parley/core/member/member";
import {
  BadNews,
  type Command,
  type Given,
  organizationOf,
  organizationOption,
  progress,
  UsageError,
} from "../command.ts";
import { type Line, linesOf } from "../csv.ts";
import { readAll } from "../secret-input.ts";

/** Members that are made at once. */
const ADDRESSES_AT_ONCE = 16;
const PROGRESS_EVERY = 500;
const NAME_TOO_LONG = `the name has more than ${limits.member_name_characters} characters`;

const columnNames = {
  email: ["email", "e-mail", "mail", "address", "email address", "e-mail address"],
  name: ["name", "full name"],
  role: ["role"],
};

interface Wanted {
  line: number;
  email: string;
  name: string;
  role: Member.Role;
}
interface Invalid {
  line: number;
  reason: string;
}

const isRole = (value: string): value is Member.Role => value === "member" || value === "admin";

/** Which cell holds what: by the header where there is one, else every line is an address. */
function columnsOf([first]: readonly Line[]): { hasHeader: boolean; email: number; name: number; role: number } {
  const header = (first?.cells ?? []).map((cell) => cell.toLowerCase());
  const at = (names: readonly string[]): number => header.findIndex((cell) => names.includes(cell));
  const [email, name, role] = [at(columnNames.email), at(columnNames.name), at(columnNames.role)];
  if (email >= 0) return { hasHeader: true, email, name, role };
  if (header.length > 1)
    throw new UsageError('The first line has several columns and none named "email": a CSV file needs a header.');
  return { hasHeader: false, email: 0, name: -1, role: -1 };
}

/** What the file asks for, line by line. An address that comes again is left out. */
function wantedOf(lines: readonly Line[]): { wanted: Wanted[]; invalid: Invalid[]; repeated: number } {
  const columns = columnsOf(lines);
  const wanted = new Map<string, Wanted>();
  const invalid: Invalid[] = [];
  let repeated = 0;
  for (const { line, cells } of columns.hasHeader ? lines.slice(1) : lines) {
    const email = normalizeEmail(cells[columns.email] ?? "");
    const role = (cells[columns.role] ?? "").toLowerCase() || "member";
    const name = cells[columns.name] || (email.split("@")[0] ?? email);
    if (!isEmail(email)) invalid.push({ line, reason: "not an e-mail address" });
    else if (Array.from(name).length > limits.member_name_characters) invalid.push({ line, reason: NAME_TOO_LONG });
    else if (!isRole(role)) invalid.push({ line, reason: "the role is member or admin" });
    else if (wanted.has(email)) repeated++;
    else wanted.set(email, { line, email, name, role });
  }
  return { wanted: [...wanted.values()], invalid, repeated };
}

/** Makes those that are missing. Members that are there stay as they are. */
async function createMissing(ctx: OrganizationContext, wanted: readonly Wanted[], given: Given) {
  const members = new Map((await Member.list(ctx)).map((member) => [member.email, member]));
  const missing = wanted.filter(({ email }) => !members.has(email));
  for (let start = 0; start < missing.length; start += ADDRESSES_AT_ONCE) {
    const step = missing.slice(start, start + ADDRESSES_AT_ONCE);
    await Promise.all(step.map(({ email, name, role }) => Member.create(ctx, { email, name, role })));
    const done = start + step.length;
    if (Math.floor(done / PROGRESS_EVERY) > Math.floor(start / PROGRESS_EVERY))
      progress(given, `${done} of ${missing.length} created`);
  }
  const otherRole = wanted.filter(({ email, role }) => (members.get(email)?.role ?? role) !== role).length;
  return { created: missing.length, unchanged: wanted.length - missing.length, otherRole };
}

/** Many members at once. */
export const importCommand: Command = {
  name: "member import",
  summary: "Create members from a CSV file or from one address a line; those that are there stay as they are",
  options: {
    organization: organizationOption,
    file: {
      help: "A CSV file whose header names email, and name and role where it has them; standard input by default",
    },
  },
  example: "member import --organization ID --file members.csv\ncat addresses.txt | member import --organization ID",
  async run(deployment, given) {
    const ctx = await organizationOf(deployment, given);
    const path = given.optional("file");
    if (path === undefined && given.input.isTTY) throw new UsageError("Missing: --file, or a list on standard input");
    const text = await (path === undefined ? readAll(given.input) : readFile(path, "utf8")).catch(() => {
      throw new UsageError("The file given with --file cannot be read.");
    });
    const { wanted, invalid, repeated } = wantedOf(linesOf(text));
    const { created, unchanged, otherRole } = await createMissing(ctx, wanted, given);
    for (const { line, reason } of invalid) progress(given, `line ${line}: ${reason}`);
    const warnings =
      otherRole > 0 ? [`${otherRole} members have another role than the file says: \`member role\` changes it.`] : [];
    const report = { created, unchanged, repeated, invalid: given.json ? invalid : invalid.length, warnings };
    return invalid.length > 0 ? new BadNews(report) : report;
  },
};
