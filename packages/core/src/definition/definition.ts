import type { Definition, DefinitionCreate, DefinitionOrigin, DefinitionUpdate } from "@parley/contract/definition";
import { definitionLimits } from "@parley/contract/limits";
import { fitting } from "../environment/answer-size.ts";
import { iso } from "../environment/clock.ts";
import type { OrganizationContext, WithFiles } from "../environment/context.ts";
import { isUuid } from "../environment/ids.ts";
import { fail } from "../failure/failure.ts";
import { refuseAdministrator } from "../failure/refuse-administrator.ts";
import { refuseDefinition } from "../failure/refuse-definition.ts";
import { find, integrationKey, type IntegrationRecord } from "../integration/integration.ts";
import { cursorOf, namedBy } from "../store/cursor.ts";
import { expr } from "../store/expression.ts";
import { organizationPk } from "../store/keys.ts";
import type { Write } from "../store/table-transactions.ts";
import { changedMeaning, checkNames, newMeaning, saysTheSame } from "./meaning.ts";
import type { Meaning } from "./probes.ts";
import {
  definitionKey,
  definitionPrefix,
  type DefinitionRecord,
  readDefinitions,
  versionKey,
  versionPrefix,
} from "./record.ts";
import { tryMeaning } from "./trial.ts";

type Context = OrganizationContext & WithFiles;

/** Who writes: their name is kept with the definition, and where it comes from. */
export interface Author {
  id: string;
  name: string;
  origin: DefinitionOrigin;
  /** Called before anything is tried on the database; throws where too much was. */
  mayTry?: () => Promise<void>;
}

const findSource = async (ctx: OrganizationContext, id: string): Promise<IntegrationRecord> =>
  (await find(ctx, id, { consistent: true })) ?? refuseAdministrator("SOURCE_NOT_FOUND");

/** A definition as the interface shows it. */
function shown({ pk: _pk, sk: _sk, organization_id: _organization, ...definition }: DefinitionRecord): Definition {
  return definition;
}

/** The integration's definitions, the oldest first. Throws SOURCE_NOT_FOUND. */
export async function list(ctx: OrganizationContext, integrationId: string): Promise<Definition[]> {
  return (await readDefinitions(ctx, await findSource(ctx, integrationId))).map(shown);
}

/** A page of them: at most `limit` after the cursor, which names the last one shown. Throws SOURCE_NOT_FOUND, INVALID_CURSOR. */
export async function page(
  ctx: OrganizationContext,
  integrationId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ definitions: Definition[]; next_cursor: string | null }> {
  const after = cursor === undefined ? "" : namedBy(cursor);
  if (cursor !== undefined && !isUuid(after)) fail("INVALID_CURSOR");
  const left = (await list(ctx, integrationId)).filter(({ id }) => id > after);
  const wanted = left.slice(0, limit);
  const definitions = wanted.slice(0, fitting(wanted));
  const hasMore = left.length > definitions.length;
  return { definitions, next_cursor: hasMore ? cursorOf(definitions.at(-1)?.id ?? "") : null };
}

/** A definition as it is, or one of its versions, also of one that was deleted. Throws DEFINITION_NOT_FOUND. */
export async function get(
  ctx: OrganizationContext,
  { integrationId, id, version }: { integrationId: string; id: string; version?: number | undefined },
): Promise<Definition> {
  if (!isUuid(integrationId) || !isUuid(id)) refuseDefinition("DEFINITION_NOT_FOUND");
  const integration = { id: integrationId, organization_id: ctx.actor.organization_id };
  const key = version === undefined ? definitionKey(integration, id) : versionKey(integration, id, version);
  const record = await ctx.table.get<DefinitionRecord>(key);
  return record ? shown(record) : refuseDefinition("DEFINITION_NOT_FOUND");
}

/**
 * Counts the changes of an integration's definitions with each of them, so that two at once are made one after the other,
 * and so that turns read definitions only where there are some, and again only where they have changed.
 */
const revised = ({ definitions_revision, ...integration }: IntegrationRecord): Write => ({
  update: integrationKey(integration.organization_id, integration.id),
  set: expr`SET #definitions_revision = ${(definitions_revision ?? 0) + 1}`,
  when:
    definitions_revision === undefined
      ? expr`attribute_exists(#pk) AND attribute_not_exists(#definitions_revision)`
      : expr`#definitions_revision = ${definitions_revision}`,
});

/** The writes of a definition: as it is, and as this version of it was. */
const written = (integration: IntegrationRecord, record: DefinitionRecord): Write[] => [
  { put: { ...record } },
  { put: { ...record, ...versionKey(integration, record.id, record.version) } },
  revised(integration),
];

function recordOf(
  ctx: OrganizationContext,
  integration: IntegrationRecord,
  { meaning, author, before }: { meaning: Meaning; author: Author; before?: DefinitionRecord },
): DefinitionRecord {
  const id = before?.id ?? ctx.ids.next();
  const now = iso(ctx.clock.now());
  return {
    ...definitionKey(integration, id),
    id,
    organization_id: integration.organization_id,
    integration_id: integration.id,
    ...meaning,
    origin: author.origin,
    version: (before?.version ?? 0) + 1,
    last_updated_by: author.id,
    last_updated_by_name: author.name,
    created_at: before?.created_at ?? now,
    updated_at: now,
  };
}

/** Tries a definition on its database, where there is something to try: a synonym is words alone. */
async function tried(ctx: Context, integration: IntegrationRecord, meaning: Meaning, author: Author): Promise<void> {
  if (meaning.kind === "synonym") return;
  await author.mayTry?.();
  await tryMeaning(ctx, integration, meaning);
}

/**
 * Adds a definition, after it was tried on the database. Throws SOURCE_NOT_FOUND, INVALID_DEFINITION, DEFINITION_LIMIT,
 * SOURCE_TIMEOUT, SOURCE_UNAVAILABLE.
 */
export async function create(
  ctx: Context,
  integrationId: string,
  given: DefinitionCreate,
  author: Author,
): Promise<Definition> {
  const meaning = newMeaning(given);
  let isTried = false;
  for (;;) {
    const integration = await findSource(ctx, integrationId);
    const others = await readDefinitions(ctx, integration);
    if (others.length >= definitionLimits.per_integration) refuseDefinition("DEFINITION_LIMIT");
    checkNames(meaning, others);
    if (!isTried) {
      await tried(ctx, integration, meaning, author);
      isTried = true;
    }
    const record = recordOf(ctx, integration, { meaning, author });
    if ((await ctx.table.transact(written(integration, record))).done) return shown(record);
    // Another definition was written meanwhile, or the integration is gone: it is looked at again.
  }
}

/** The integration and one of its definitions as they are. Throws DEFINITION_NOT_FOUND. */
async function findBoth(ctx: OrganizationContext, integrationId: string, id: string) {
  const integration = isUuid(id) ? await find(ctx, integrationId, { consistent: true }) : undefined;
  if (!integration) return refuseDefinition("DEFINITION_NOT_FOUND");
  const all = await readDefinitions(ctx, integration);
  const before = all.find((one) => one.id === id) ?? refuseDefinition("DEFINITION_NOT_FOUND");
  return { integration, before, others: all.filter((one) => one !== before) };
}

/**
 * Changes a definition, which gets another version, after it was tried on the database. What says the same as before is no
 * change. Throws DEFINITION_NOT_FOUND, INVALID_DEFINITION, SOURCE_TIMEOUT, SOURCE_UNAVAILABLE.
 */
export async function update(
  ctx: Context,
  { integrationId, id }: { integrationId: string; id: string },
  change: DefinitionUpdate,
  author: Author,
): Promise<Definition> {
  for (;;) {
    const { integration, before, others } = await findBoth(ctx, integrationId, id);
    const meaning = changedMeaning(before, change);
    if (saysTheSame(meaning, before)) return shown(before);
    checkNames(meaning, others);
    await tried(ctx, integration, meaning, author);
    const record = recordOf(ctx, integration, { meaning, author, before });
    if ((await ctx.table.transact(written(integration, record))).done) return shown(record);
  }
}

/** Deletes a definition; its versions stay. Throws DEFINITION_NOT_FOUND. */
export async function remove(
  ctx: OrganizationContext,
  { integrationId, id }: { integrationId: string; id: string },
): Promise<void> {
  for (;;) {
    const { integration } = await findBoth(ctx, integrationId, id);
    const gone: Write = { remove: definitionKey(integration, id), when: expr`attribute_exists(#pk)` };
    if ((await ctx.table.transact([gone, revised(integration)])).done) return;
  }
}

/** Removes all definitions of an integration, with their versions. Repeating it changes nothing. */
export async function removeAll(ctx: OrganizationContext, integration: IntegrationRecord): Promise<void> {
  if (integration.definitions_revision === undefined) return;
  const pk = organizationPk(integration.organization_id);
  for (const begins of [definitionPrefix(integration), versionPrefix(integration)]) {
    const items = await ctx.table.queryAll<DefinitionRecord>({ pk, begins, consistent: true });
    await Promise.all(items.map((item) => ctx.table.remove({ pk: item.pk, sk: item.sk })));
  }
}
