import type { Definition } from "@parley/contract/definition";
import type { OrganizationContext } from "../environment/context.ts";
import { organizationPk } from "../store/keys.ts";
import type { Key } from "../store/table-item.ts";

/** A definition as it is kept, and each of its versions. */
export interface DefinitionRecord extends Key, Definition {
  organization_id: string;
}

/** What a definition is about: the integration as far as keys and the guard need it. */
export interface Defined {
  id: string;
  organization_id: string;
}

/** Digits of a version in its key, so that versions sort by their number. */
const VERSION_DIGITS = 7;

export const definitionPrefix = ({ id }: Defined): string => `DEFINITION#${id}#`;
export const versionPrefix = ({ id }: Defined): string => `DEFINITION_VERSION#${id}#`;

/** The item of a definition as it is. */
export const definitionKey = (integration: Defined, id: string): Key => ({
  pk: organizationPk(integration.organization_id),
  sk: `${definitionPrefix(integration)}${id}`,
});

/** The item of a definition as it was: written with each version, and kept as long as the integration. */
export const versionKey = (integration: Defined, id: string, version: number): Key => ({
  pk: organizationPk(integration.organization_id),
  sk: `${versionPrefix(integration)}${id}#${String(version).padStart(VERSION_DIGITS, "0")}`,
});

/** The integration's definitions, the oldest first. */
export const readDefinitions = (ctx: OrganizationContext, integration: Defined): Promise<DefinitionRecord[]> =>
  ctx.table.queryAll<DefinitionRecord>({
    pk: organizationPk(integration.organization_id),
    begins: definitionPrefix(integration),
    consistent: true,
  });
