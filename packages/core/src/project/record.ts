import type { AdminProject, Project } from "@parley/contract/project";
import { organizationPk } from "../store/keys.ts";
import type { Key } from "../store/table-item.ts";

export interface ProjectRecord extends Key, Project {
  /** Members who may use it; everybody in the organization if there is no list. */
  member_ids?: string[];
}

export const projectPrefix = "PROJECT#";

export const projectKey = (organizationId: string, id: string): Key => ({
  pk: organizationPk(organizationId),
  sk: `${projectPrefix}${id}`,
});

/** A project as administrators see it. */
export const presentProject = (project: ProjectRecord, documentCount: number): AdminProject => ({
  id: project.id,
  name: project.name,
  ...(project.description !== undefined && { description: project.description }),
  ...(project.tags !== undefined && { tags: project.tags }),
  member_ids: project.member_ids ?? null,
  document_count: documentCount,
  created_at: project.created_at,
  updated_at: project.updated_at,
});
