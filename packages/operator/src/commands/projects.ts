import { ProjectCreate } from "@parley/contract/project";
import * as Project from "@parley/core/project/project";
import type { ProjectRecord } from "@parley/core/project/record";
import { checked, type Command, organizationOf, organizationOption, UsageError } from "../command.ts";

const idOption = { help: "Id of the project", required: true };
const fields = {
  description: { help: "What the documents are about" },
  tag: { help: "A tag; may be given several times", many: true },
  member: { help: "Id of a member who may use it; everybody may where none is given", many: true },
};

const shown = ({ id, name, description, tags, member_ids, created_at, updated_at }: ProjectRecord) => ({
  id,
  name,
  description: description ?? null,
  tags: tags ?? [],
  member_ids: member_ids ?? null,
  created_at,
  updated_at,
});

const missing = () => new UsageError("The organization has no project with this id.");

export const projectCommands: Command[] = [
  {
    name: "project create",
    summary: "Create a document collection",
    options: { organization: organizationOption, name: { help: "Name of the project", required: true }, ...fields },
    example: 'project create --organization ID --name Handbook --description "How we work"',
    async run(deployment, given) {
      const description = given.optional("description");
      const [tags, member_ids] = [given.all("tag"), given.all("member")];
      const project = checked(ProjectCreate, {
        name: given.text("name"),
        ...(description !== undefined && { description }),
        ...(tags.length > 0 && { tags }),
        ...(member_ids.length > 0 && { member_ids }),
      });
      return shown(await Project.create(await organizationOf(deployment, given), project));
    },
  },
  {
    name: "project list",
    summary: "List an organization's projects",
    options: { organization: organizationOption },
    example: "project list --organization ID",
    run: async (deployment, given) => (await Project.listAll(await organizationOf(deployment, given))).map(shown),
  },
  {
    name: "project show",
    summary: "Show a project",
    options: { organization: organizationOption, id: idOption },
    example: "project show --organization ID --id PROJECT_ID",
    async run(deployment, given) {
      const project = await Project.find(await organizationOf(deployment, given), given.text("id"));
      if (!project) throw missing();
      return shown(project);
    },
  },
  {
    name: "project remove",
    summary: "Remove a project with its documents",
    options: { organization: organizationOption, id: idOption },
    example: "project remove --organization ID --id PROJECT_ID",
    async run(deployment, given) {
      const ctx = await organizationOf(deployment, given);
      if (!(await Project.find(ctx, given.text("id")))) throw missing();
      await Project.remove(ctx, given.text("id"));
      return { id: given.text("id"), removed: true };
    },
  },
];
