import type { TurnCreate } from "@parley/contract/turn";
import type { Submission } from "./submission.ts";

/**
 * The integration and the scope that a durable turn asks for, whichever names it gives them (D27): `connection_id` is the
 * integration, or a scope of one where `connection_type` is `project`, and `project_id` is a scope of one. New names win over old ones.
 */
export function withoutAliases(body: TurnCreate): Pick<Submission, "integration_id" | "scope"> {
  const isProject = body.connection_type === "project";
  const onlyProject = body.project_id ?? (isProject ? body.connection_id : null);
  return {
    integration_id: body.integration_id ?? (isProject ? null : (body.connection_id ?? null)),
    scope: body.scoped_project_ids ?? (onlyProject ? [onlyProject] : null),
  };
}
