import type { Feature, Me } from "@parley/contract/me";
import { defaultAgent } from "../agent/agent.ts";
import { recalledOrganization } from "../auth/membership.ts";
import type { Base, MemberContext } from "../environment/context.ts";
import { listModels, RULES_MODEL } from "../model/model.ts";
import { mediaService } from "../voice/media-service.ts";
import type { MemberRecord } from "./member.ts";

/** What the deployment has switched on by its settings and secrets. */
function deploymentFeatures({ settings, secrets }: Base): Feature[] {
  const { models } = listModels(settings, secrets);
  const features: Record<Exclude<Feature, "durable_turns">, boolean> = {
    language_models: models.some(({ model_id }) => model_id !== RULES_MODEL),
    transcription: settings.transcribeBaseUrl !== undefined,
    voice: mediaService({ settings, secrets }) !== undefined,
  };
  return (Object.keys(features) as (keyof typeof features)[]).filter((name) => features[name]);
}

/** The caller, as the membership was checked (at most 20 s old), the organization's name, and the features there are (D56). */
export async function me(ctx: MemberContext, caller: Promise<MemberRecord>): Promise<Me> {
  const [{ id, email, name, role }, organization, agent] = await Promise.all([
    caller,
    recalledOrganization(ctx, ctx.actor.organization_id),
    defaultAgent(ctx),
  ]);
  if (!organization) throw new Error("the organization of a member is missing");
  return {
    member: { id, email, name, role },
    organization: { id: organization.id, name: organization.name },
    features: [...(agent ? (["durable_turns"] satisfies Feature[]) : []), ...deploymentFeatures(ctx)],
  };
}
