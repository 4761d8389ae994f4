import type { Schema } from "@parley/datasource/types";
import type { MemberContext, WithFiles } from "../environment/context.ts";
import { list as listIntegrations } from "../integration/integration.ts";
import { storedSchema } from "../integration/stored-schema.ts";
import { list as listMembers } from "../member/member.ts";
import { list as listProjects } from "../project/project.ts";
import { perTable, remember } from "../store/per-table.ts";

type Context = MemberContext & WithFiles;

/** Milliseconds a vocabulary is used before it is gathered again. */
const VOCABULARY_FRESH_MS = 5 * 60_000;
/** Vocabularies that are remembered. */
const REMEMBERED_VOCABULARIES = 200;
/** Names in a vocabulary, and how many of them may be values of one integration. */
const TERMS = 5_000;
const VOCABULARY_VALUES = 1_500;

interface Entry {
  at: number;
  terms: Promise<readonly string[]>;
}
const entriesOf = perTable(() => new Map<string, Entry>());

/** `order_lines`, `orderLines` → "order lines": as people say it. */
const spoken = (identifier: string): string =>
  identifier
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/[_\W]+/g, " ")
    .trim()
    .toLowerCase();

/** Values that may be names: a few words with letters; no codes, addresses or sentences. */
const mayBeName = (value: string): boolean =>
  value.length >= 3 &&
  value.length <= 40 &&
  /\p{Lu}/u.test(value) &&
  /^[\p{L}\p{M}\p{N}'’&.\- ]+$/u.test(value) &&
  value.split(/\s+/).length <= 5;

/** The first names of a schema that a vocabulary has room for. */
function namesOf({ tables }: Schema): { identifiers: Iterable<string>; values: Iterable<string> } {
  const identifiers = new Set<string>();
  const values = new Set<string>();
  for (const table of tables) {
    if (identifiers.size < TERMS) for (const { name } of [table, ...table.columns]) identifiers.add(spoken(name));
    for (const column of table.columns)
      if (values.size < VOCABULARY_VALUES) for (const value of column.values) if (mayBeName(value)) values.add(value);
  }
  return { identifiers, values: [...values].slice(0, VOCABULARY_VALUES) };
}

/** A full name, and the family name if it is long enough not to be confused with other words. */
function memberNames(name: string): string[] {
  const parts = name.trim().split(/\s+/);
  const family = parts.at(-1) ?? "";
  return parts.length > 1 && family.length >= 5 ? [parts.join(" "), family] : [parts.join(" ")];
}

async function gather(ctx: Context): Promise<readonly string[]> {
  const [integrations, projects, members] = await Promise.all([
    listIntegrations(ctx),
    listProjects(ctx),
    listMembers(ctx),
  ]);
  const schemas = await Promise.all(integrations.map((integration) => storedSchema(ctx, integration)));
  const learned = schemas.filter((stored) => stored !== undefined).map(({ schema }) => namesOf(schema));
  const terms = [
    ...integrations.map((integration) => integration.display_name),
    ...projects.map((project) => project.name),
    ...members.filter((member) => member.active).flatMap((member) => memberNames(member.name)),
    ...learned.flatMap(({ identifiers }) => [...identifiers]),
    ...learned.flatMap(({ values }) => [...values]),
  ];
  return [...new Set(terms)].slice(0, TERMS);
}

/**
 * Proper nouns of the caller's organization (D41): names of its integrations, of the projects the caller may use and of
 * its members, its tables' and columns' names and distinctive values, as far as a schema was read before; the most
 * distinctive first, at most five minutes old.
 */
export async function vocabulary(ctx: Context): Promise<readonly string[]> {
  const entries = entriesOf(ctx);
  const key = `${ctx.actor.organization_id}#${ctx.actor.member_id}`;
  const now = ctx.clock.now();
  const known = entries.get(key);
  if (known && known.at > now - VOCABULARY_FRESH_MS && known.at <= now) return known.terms;
  const terms = gather(ctx);
  remember(entries, key, { at: now, terms }, REMEMBERED_VOCABULARIES);
  try {
    return await terms;
  } catch (error) {
    entries.delete(key);
    throw error;
  }
}
