import { adminProjectOperations } from "@parley/contract/project";
import type { Base, WithFiles } from "@parley/core/environment/context";
import * as Project from "@parley/core/project/project";
import { presentProject } from "@parley/core/project/record";
import { endpointsWith } from "./endpoint.ts";

const endpoint = endpointsWith<Base & WithFiles>();

export const adminProjects = [
  endpoint(adminProjectOperations.list, ({ ctx, query }) => Project.page(ctx, query)),
  endpoint(adminProjectOperations.create, async ({ ctx, body }) => presentProject(await Project.create(ctx, body), 0)),
  endpoint(adminProjectOperations.update, ({ ctx, params, body }) => Project.update(ctx, params.project_id, body)),
  endpoint(adminProjectOperations.remove, async ({ ctx, params }) => {
    await Project.remove(ctx, params.project_id);
    return { message: "Project deleted successfully" };
  }),
];
