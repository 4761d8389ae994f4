import { projectOperations } from "@parley/contract/project";
import * as Project from "@parley/core/project/project";
import { endpoint } from "./endpoint.ts";

export const projects = [endpoint(projectOperations.list, async ({ ctx }) => ({ projects: await Project.list(ctx) }))];
