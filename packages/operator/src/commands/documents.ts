import { readFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import { indexDocument } from "@parley/analyst/documents/library";
import type { OrganizationContext, WithFiles } from "@parley/core/environment/context";
import * as Document from "@parley/core/project/document";
import { find as findProject } from "@parley/core/project/project";
import {
  call,
  type Command,
  type Deployment,
  type Given,
  organizationOf,
  organizationOption,
  UsageError,
} from "../command.ts";

const projectOption = { help: "Id of the project", required: true };
const idOption = { help: "Id of the document", required: true };
const mediaTypes: Record<string, string> = {
  txt: "text/plain",
  md: "text/markdown",
  pdf: "application/pdf",
  csv: "text/csv",
};

const shown = ({ id, project_id, title, filename, mime_type, size_bytes, created_at }: Document.DocumentRecord) => ({
  id,
  project_id,
  title,
  filename,
  mime_type,
  size_bytes,
  created_at,
});

async function projectOf(
  deployment: Deployment,
  given: Given,
): Promise<{ ctx: OrganizationContext & WithFiles; projectId: string }> {
  const ctx = await organizationOf(deployment, given);
  const project = await findProject(ctx, given.text("project"));
  if (!project) throw new UsageError("The organization has no project with this id.");
  return { ctx, projectId: project.id };
}

const missing = () => new UsageError("The project has no document with this id.");

/** Indexes a document and says how many passages it has: none means that nothing in it can be found, and why. */
async function indexed(ctx: OrganizationContext & WithFiles, projectId: string, document: Document.DocumentRecord) {
  const { passages, unreadable } = await indexDocument(
    { files: ctx.files, organizationId: ctx.actor.organization_id },
    { ...document, project_id: projectId },
  );
  if (unreadable !== undefined) console.error(`${document.filename} could not be read: ${unreadable}.`);
  return { ...shown(document), passages: passages.length, ...(unreadable !== undefined && { unreadable }) };
}

export const documentCommands: Command[] = [
  {
    name: "document upload",
    summary: `Add documents to a project and index them (${Document.documentTypes.join(", ")})`,
    options: {
      organization: organizationOption,
      project: projectOption,
      file: { help: "A file; may be given several times", required: true, many: true },
      title: { help: "Title in citations; the file's name by default" },
    },
    example: "document upload --organization ID --project PROJECT_ID --file handbook.pdf",
    async run(deployment, given) {
      const { ctx, projectId } = await projectOf(deployment, given);
      const title = given.optional("title");
      const uploaded = [];
      for (const path of given.all("file")) {
        const mime_type = mediaTypes[extname(path).slice(1).toLowerCase()];
        if (!mime_type) throw new UsageError(`${basename(path)}: documents are ${Document.documentTypes.join(", ")}`);
        const bytes = await readFile(path).catch(() => {
          throw new UsageError(`${path} cannot be read.`);
        });
        const document = { filename: basename(path), mime_type, bytes, ...(title !== undefined && { title }) };
        uploaded.push(await indexed(ctx, projectId, await Document.create(ctx, projectId, document)));
        console.error(`uploaded ${basename(path)}`);
      }
      return uploaded;
    },
    hint: async (_deployment, given) =>
      [
        "A chat reads these documents where it names the project, as `scoped_project_ids` of POST /v1/chats/create or of a message:",
        `  ${call} ask --organization ${given.text("organization")} --project ${given.text("project")} "What does the handbook say about holidays?"`,
      ].join("\n"),
  },
  {
    name: "document list",
    summary: "List a project's documents",
    options: { organization: organizationOption, project: projectOption },
    example: "document list --organization ID --project PROJECT_ID",
    async run(deployment, given) {
      const { ctx, projectId } = await projectOf(deployment, given);
      return (await Document.list(ctx, projectId)).map(shown);
    },
  },
  {
    name: "document show",
    summary: "Show a document",
    options: { organization: organizationOption, project: projectOption, id: idOption },
    example: "document show --organization ID --project PROJECT_ID --id DOCUMENT_ID",
    async run(deployment, given) {
      const { ctx, projectId } = await projectOf(deployment, given);
      const document = await Document.find(ctx, projectId, given.text("id"));
      if (!document) throw missing();
      return shown(document);
    },
  },
  {
    name: "document remove",
    summary: "Remove a document",
    options: { organization: organizationOption, project: projectOption, id: idOption },
    example: "document remove --organization ID --project PROJECT_ID --id DOCUMENT_ID",
    async run(deployment, given) {
      const { ctx, projectId } = await projectOf(deployment, given);
      if (!(await Document.remove(ctx, projectId, given.text("id")))) throw missing();
      return { id: given.text("id"), removed: true };
    },
  },
  {
    name: "document reindex",
    summary: "Read a project's documents again",
    options: { organization: organizationOption, project: projectOption },
    example: "document reindex --organization ID --project PROJECT_ID",
    async run(deployment, given) {
      const { ctx, projectId } = await projectOf(deployment, given);
      const done = [];
      for (const document of await Document.list(ctx, projectId)) done.push(await indexed(ctx, projectId, document));
      return done;
    },
  },
];
