import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { readText } from "@parley/analyst/documents/library";
import { embedDocument, keepMeaning } from "@parley/analyst/documents/meaning/passages";
import { embeddingChoice } from "@parley/analyst/models/embedding";
import { documentTypes, DocumentUpdate } from "@parley/contract/document";
import type { OrganizationContext, WithFiles } from "@parley/core/environment/context";
import * as Document from "@parley/core/project/document";
import { type DocumentRecord, presentDocument } from "@parley/core/project/document-record";
import { indexDocument, readAgain } from "@parley/core/project/indexing";
import { keptText } from "@parley/core/passage/shelf";
import { find as findProject, listAll as listProjects } from "@parley/core/project/project";
import * as v from "valibot";
import {
  call,
  checked,
  type Command,
  type Deployment,
  type Given,
  organizationOf,
  organizationOption,
  UsageError,
} from "../command.ts";

const projectOption = { help: "Id of the project", required: true };
const idOption = { help: "Id of the document", required: true };

const shown = (document: DocumentRecord) => {
  const { passages, error, status, ...rest } = presentDocument(document);
  return { ...rest, project_id: document.project_id, status, passages, ...(error !== null && { error }) };
};

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

/** Indexes a document and shows what became of it: without passages nothing in it can be found, and `error` says why. */
async function indexed(ctx: OrganizationContext & WithFiles, document: DocumentRecord) {
  await indexDocument(ctx, document, readText, keepMeaning);
  const now = (await Document.find(ctx, document.project_id, document.id)) ?? document;
  if (now.error !== undefined) console.error(`${now.filename}: ${now.error}`);
  return shown(now);
}

/** The projects to work on: the one that is named, else all of the organization's. */
async function projectsOf(
  deployment: Deployment,
  given: Given,
): Promise<{ ctx: OrganizationContext & WithFiles; projectIds: string[] }> {
  if (given.optional("project") !== undefined) {
    const { ctx, projectId } = await projectOf(deployment, given);
    return { ctx, projectIds: [projectId] };
  }
  const ctx = await organizationOf(deployment, given);
  return { ctx, projectIds: (await listProjects(ctx)).map(({ id }) => id) };
}

/** What became of asking what a document means; `unread`: it has no text (yet). */
async function meant(ctx: OrganizationContext & WithFiles, document: DocumentRecord) {
  const shelf = { files: ctx.files, organizationId: ctx.actor.organization_id };
  const passages = (await keptText(shelf, document))?.passages ?? [];
  const outcome =
    passages.length === 0 ? "unread" : await embedDocument(ctx, document, passages, new AbortController().signal);
  const { project_id, id, filename } = document;
  return { project_id, id, filename, passages: passages.length, outcome };
}

const noEmbeddingModel = () =>
  new UsageError("There is no embedding model: set EMBEDDING_MODEL here as it is set for the deployment.");

export const documentCommands: Command[] = [
  {
    name: "document upload",
    summary: `Add documents to a project and index them (${documentTypes.join(", ")})`,
    options: {
      organization: organizationOption,
      project: projectOption,
      file: { help: "A file; may be given several times", required: true, many: true },
      title: { help: "Title in citations; the file's name by default" },
    },
    example: "document upload --organization ID --project PROJECT_ID --file handbook.pdf",
    async run(deployment, given) {
      const { ctx, projectId } = await projectOf(deployment, given);
      const { title } = checked(v.partial(DocumentUpdate), { title: given.optional("title") });
      const uploaded = [];
      for (const path of given.all("file")) {
        const bytes = await readFile(path).catch(() => {
          throw new UsageError(`${path} cannot be read.`);
        });
        const document = { filename: basename(path), bytes, ...(title !== undefined && { title }) };
        uploaded.push(await indexed(ctx, await Document.create(ctx, projectId, document)));
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
      if (!(await Document.find(ctx, projectId, given.text("id")))) throw missing();
      await Document.remove(ctx, projectId, given.text("id"));
      return { id: given.text("id"), removed: true };
    },
  },
  {
    name: "document embed",
    summary: "Ask the embedding model what documents mean that it has not been asked about",
    options: {
      organization: organizationOption,
      project: { help: "Id of a project; all projects where none is given" },
    },
    example: "document embed --organization ID",
    async run(deployment, given) {
      if (!embeddingChoice(deployment.settings)) throw noEmbeddingModel();
      const { ctx, projectIds } = await projectsOf(deployment, given);
      const documents = (await Promise.all(projectIds.map((id) => Document.list(ctx, id)))).flat();
      const done = [];
      for (const [at, document] of documents.entries()) {
        const one = await meant(ctx, document);
        done.push(one);
        console.error(`${at + 1} of ${documents.length}: ${one.filename}, ${one.passages} passages: ${one.outcome}`);
      }
      return done;
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
      for (const document of await Document.list(ctx, projectId)) {
        await readAgain(ctx, document);
        done.push(await indexed(ctx, document));
      }
      return done;
    },
  },
];
