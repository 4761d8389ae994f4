import * as ApiKey from "@parley/core/organization/api-key";
import * as Organization from "@parley/core/organization/organization";
import { rotateSharedSecret } from "@parley/core/organization/shared-secret";
import { signOut } from "@parley/core/organization/sign-out";
import * as v from "valibot";
import { type Command, organizationOf, organizationOption, UsageError } from "../command.ts";
import { publishedAgentHint } from "./agent-hint.ts";
import { limitsCommand } from "./limits.ts";
import { nextSteps } from "./next-steps.ts";

const shown = ({ id, name, created_at }: Organization.OrganizationEntry) => ({ id, name, created_at });
const shownKey = ({ id, name, created_at, revoked_at }: ApiKey.ApiKeyRecord) => ({
  id,
  name,
  created_at,
  revoked_at: revoked_at ?? null,
});

export const organizationCommands: Command[] = [
  {
    name: "organization create",
    summary: "Create an organization; its shared secret is shown once",
    options: { name: { help: "Name of the organization", required: true } },
    example: 'organization create --name "Example Ltd"',
    async run(deployment, given) {
      const { organization, shared_secret } = await Organization.create(deployment, { name: given.text("name") });
      return { ...shown(organization), shared_secret };
    },
    async hint(deployment, _given, answer) {
      const { id } = v.parse(v.object({ id: v.string() }), answer);
      const ctx = { ...deployment, actor: { organization_id: id } };
      return `${await nextSteps(ctx)}\n\n${await publishedAgentHint(ctx)}`;
    },
  },
  {
    name: "organization list",
    summary: "List the organizations",
    options: {},
    example: "organization list",
    run: async (deployment) => (await Organization.list(deployment)).map(shown),
  },
  {
    name: "organization show",
    summary: "Show an organization",
    options: { organization: organizationOption },
    example: "organization show --organization ID",
    async run(deployment, given) {
      const organization = await Organization.get(await organizationOf(deployment, given));
      return organization && shown(organization);
    },
    hint: async (deployment, given) => publishedAgentHint(await organizationOf(deployment, given)),
  },
  {
    name: "organization rename",
    summary: "Change an organization's name",
    options: { organization: organizationOption, name: { help: "New name", required: true } },
    example: 'organization rename --organization ID --name "Example GmbH"',
    run: async (deployment, given) =>
      shown(await Organization.rename(await organizationOf(deployment, given), given.text("name"))),
  },
  limitsCommand,
  {
    name: "organization sign-out",
    summary: "End every access token of the organization within 30 seconds; its members sign in again",
    options: { organization: organizationOption },
    example: "organization sign-out --organization ID",
    async run(deployment, given) {
      await signOut(await organizationOf(deployment, given));
      return { id: given.text("organization"), signed_out: true };
    },
  },
  {
    name: "secret rotate",
    summary: "Replace the shared secret; every outstanding user_key and access token stops working",
    options: { organization: organizationOption },
    example: "secret rotate --organization ID",
    run: async (deployment, given) => ({
      shared_secret: await rotateSharedSecret(await organizationOf(deployment, given)),
    }),
  },
  {
    name: "api-key create",
    summary: "Create an API key; it is shown once",
    options: { organization: organizationOption, name: { help: "What the key is for", required: true } },
    example: 'api-key create --organization ID --name "backend"',
    async run(deployment, given) {
      const { api_key, key } = await ApiKey.create(await organizationOf(deployment, given), given.text("name"));
      return { ...shownKey(api_key), api_key: key };
    },
    hint: async (deployment, given) => nextSteps(await organizationOf(deployment, given)),
  },
  {
    name: "api-key list",
    summary: "List an organization's API keys",
    options: { organization: organizationOption },
    example: "api-key list --organization ID",
    run: async (deployment, given) => (await ApiKey.list(await organizationOf(deployment, given))).map(shownKey),
  },
  {
    name: "api-key revoke",
    summary: "Revoke an API key for good",
    options: { organization: organizationOption, id: { help: "Id of the key", required: true } },
    example: "api-key revoke --organization ID --id KEY_ID",
    async run(deployment, given) {
      const isRevoked = await ApiKey.revoke(await organizationOf(deployment, given), given.text("id"));
      if (!isRevoked) throw new UsageError("The organization has no API key with this id.");
      return { id: given.text("id"), revoked: true };
    },
  },
];
