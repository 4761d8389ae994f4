import { ApiGatewayManagementApiClient } from "@aws-sdk/client-apigatewaymanagementapi";
import { rehearser } from "@parley/analyst/rehearsal/rehearser";
import { readText } from "@parley/analyst/documents/library";
import type { Base, WithFiles, WithQueue } from "@parley/core/environment/context";
import type { TurnQueue } from "@parley/core/wake/wake";
import { adminDocuments } from "@parley/functions/http/admin-documents";
import { adminProjects } from "@parley/functions/http/admin-projects";
import { documents } from "@parley/functions/http/documents";
import { projects } from "@parley/functions/http/projects";
import { uploads } from "@parley/functions/http/uploads";
import { createFrames } from "@parley/functions/socket/send-frames";
import { runJobs } from "@parley/functions/sweeper/jobs";
import { runQueued } from "@parley/functions/worker/queue";
import type { SQSEvent } from "aws-lambda";
import { beforeEach } from "vitest";
import type { Answer } from "../support/api.ts";
import { unreachable } from "../support/environment.ts";
import type { Person } from "../support/tenant.ts";
import { scriptedAnswer } from "../support/world/world.ts";
import { useStorage } from "./storage-scene.ts";
import { formOf } from "./uploading.ts";

type Message = Parameters<TurnQueue["send"]>[0];

export const projectsPath = "/v1/admin/projects";

/** A message as SQS hands it to the worker. */
const eventOf = (message: Message) =>
  ({ Records: [{ messageId: "message", body: JSON.stringify(message) }] }) as unknown as SQSEvent;

/** The collections' endpoints with uploads, over a table, a bucket and a queue whose messages `work` handles. */
export function useCollections() {
  const queued: Message[] = [];
  const frames = createFrames(new ApiGatewayManagementApiClient({ endpoint: "http://127.0.0.1:9", region: "none" }));
  const service = useStorage<Base & WithFiles & WithQueue>(
    [...adminProjects, ...adminDocuments, ...projects, ...documents, ...uploads],
    (environment) => ({ ...environment, queue: { send: async (message) => void queued.push(message) } }),
  );
  beforeEach(() => void queued.splice(0));

  const worker = () => ({ ...unreachable(), ...service.environment, frames });
  /** Hands a message to the worker; throws if it has to be delivered again. */
  async function deliver(message: Message): Promise<void> {
    const { batchItemFailures } = await runQueued(worker(), eventOf(message), {
      answer: scriptedAnswer,
      readText,
      rehearse: rehearser,
    });
    if (batchItemFailures.length > 0) throw new Error("the message is delivered again");
  }
  async function work(): Promise<void> {
    for (const message of queued.splice(0)) await deliver(message);
  }

  const as = (person: Person, request: string, body?: unknown): Promise<Answer> =>
    service.call(request, { token: person.token, ...(body !== undefined && { body }) });
  const asAdmin = (request: string, body?: unknown) => as(service.tenant.admin, request, body);
  const newProject = async (fields: object = {}): Promise<string> =>
    (await asAdmin(`POST ${projectsPath}`, { name: "Policies", ...fields })).body.id;

  /** Uploads of the admin's, or of somebody else. */
  async function upload(
    files: Record<string, string | Uint8Array<ArrayBuffer>>,
    person: Person = service.tenant.admin,
  ) {
    const form = formOf(
      ...Object.entries(files).map(([name, content]): [typeof content, string, string] => [content, "", name]),
    );
    const { body } = await service.send("POST /v1/uploads", { form, token: person.token });
    return body.uploads.map(({ id }: { id: string }) => id) as string[];
  }

  const documentsOf = (project: string) => `${projectsPath}/${project}/documents`;
  const add = async (project: string, files: Record<string, string | Uint8Array<ArrayBuffer>>) =>
    asAdmin(`POST ${documentsOf(project)}`, { upload_ids: await upload(files) });

  return {
    service,
    queued,
    deliver,
    /** Handles what is in the queue. */
    work,
    /** One minute's sweep. */
    sweep: () => runJobs({ ...unreachable(), ...service.environment, frames }),
    as,
    asAdmin,
    newProject,
    upload,
    documentsOf,
    /** Makes documents of new uploads of the admin's. */
    add,
    list: async (project: string, query = "") => (await asAdmin(`GET ${documentsOf(project)}${query}`)).body,
    find: async (project: string, q: string) =>
      (await asAdmin(`GET ${projectsPath}/${project}/passages?q=${encodeURIComponent(q)}`)).body.passages,
    /** Names of the files that the organization's documents have in the bucket. */
    filesOf: async () =>
      (await service.bucket.keys()).filter((key) => key.startsWith(`documents/${service.tenant.id}/`)),
  };
}
