import type { MemberContext, WithFiles, WithQueue } from "@parley/core/environment/context";
import * as Document from "@parley/core/project/document";
import {
  type DocumentRecord,
  documentPrefix,
  documentsIndexing,
  presentDocument,
} from "@parley/core/project/document-record";
import { Manifest, manifestKey } from "@parley/core/project/document-files";
import { indexDocument, type ReadText } from "@parley/core/project/indexing";
import { sweepDocuments, wakeToIndex } from "@parley/core/project/indexing-wakes";
import { removeLeftovers } from "@parley/core/project/leftovers";
import { writeManifestsDue } from "@parley/core/project/manifest";
import * as Project from "@parley/core/project/project";
import { organizationPk } from "@parley/core/store/keys";
import { receive } from "@parley/core/upload/receive";
import { MOST_ATTEMPTS } from "@parley/core/wake/queued-work";
import type { DocumentWake } from "@parley/core/wake/wake";
import * as v from "valibot";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type TestBucket, startBucket } from "../support/bucket.ts";
import { standingClock } from "../support/clock.ts";
import { baseFor } from "../support/environment.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { createTenant } from "../support/tenant.ts";
import { Died, interrupted, interruptedCalls, type Interruption } from "./world/interrupted.ts";

type Context = MemberContext & WithFiles & WithQueue;

const MINUTE_MS = 60_000;
const clock = standingClock();
let table: TestTable;
let bucket: TestBucket;
let ctx: Context;
let queued: DocumentWake[];

beforeAll(async () => {
  [table, bucket] = await Promise.all([startTable(), startBucket()]);
});
afterAll(() => Promise.all([table.stop(), bucket.stop()]));
beforeEach(async () => {
  // What dies says so in the log.
  for (const level of ["warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => undefined);
  const base = baseFor(table, { clock });
  const { admin } = await createTenant(base);
  queued = [];
  const queue = { send: async (message: unknown) => void queued.push(message as DocumentWake) };
  ctx = { ...base, files: bucket.files, queue, actor: admin.ctx.actor };
});

/** Reads a text where it is. */
const readText: ReadText = async (_organization, { bytes }) => ({
  kind: "text",
  passages: [{ place: "lines 1–1", text: new TextDecoder().decode(bytes) }],
});

const work = (environment: Context, { project_id, document_id }: DocumentWake, read = readText) =>
  indexDocument(environment, { project_id, id: document_id }, read);

/** The sweeper's jobs for documents, one after another: what fails does not keep the others from theirs. */
async function sweep(environment: Context = ctx): Promise<void> {
  const jobs = [sweepDocuments, writeManifestsDue, removeLeftovers];
  for (const job of jobs) await job(environment).catch(() => undefined);
}

async function workAll(read = readText): Promise<void> {
  for (const message of queued.splice(0)) await work(ctx, message, read);
}

/** Half an hour with sweeps and with workers that die of nothing. */
async function recover(read = readText): Promise<void> {
  for (const minutes of [2, 2, 4, 8, 14]) {
    clock.advance(minutes * MINUTE_MS);
    await sweep();
    await workAll(read);
  }
}

const uploaded = async (...names: string[]): Promise<string[]> => {
  const files = names.map((filename) => ({ filename, mime_type: "text/plain", bytes: Buffer.from(`Of ${filename}.`) }));
  return (await receive(ctx, files, ctx.ids.next())).map(({ id }) => id);
};

/** Adds documents as the endpoint does. */
async function add(environment: Context, projectId: string, upload_ids: string[]): Promise<DocumentRecord[]> {
  const documents = await Document.createFromUploads(environment, projectId, { upload_ids });
  await wakeToIndex(environment, environment.actor.organization_id, documents);
  return documents;
}

/** A project with two documents that have been read. */
async function library(): Promise<{ project: string; documents: DocumentRecord[] }> {
  const { id } = await Project.create(ctx, { name: "Policies" });
  const documents = await add(ctx, id, await uploaded("a.txt", "b.txt"));
  await workAll();
  return { project: id, documents };
}

/** What there is of the organization's documents once everything has settled, all of it in agreement. */
async function found(projectId: string): Promise<{ title: string; status: string }[]> {
  const organizationId = ctx.actor.organization_id;
  const pk = organizationPk(organizationId);
  const project = await Project.find(ctx, projectId);
  const documents = await ctx.table.queryAll<DocumentRecord>({
    pk,
    begins: documentPrefix(projectId),
    consistent: true,
  });
  const files = await ctx.files.get(manifestKey(organizationId, projectId));
  const listed = files && v.parse(v.pipe(v.string(), v.parseJson(), Manifest), new TextDecoder().decode(files));
  const names = (await bucket.keys())
    .filter((key) => key.startsWith(`documents/${organizationId}/${projectId}/`))
    .map((key) => key.slice(key.lastIndexOf("/") + 1));
  const expected = documents.flatMap(({ id }) => [id, `${id}.passages.json`]);
  expect(names.filter((name) => name !== "manifest.json").toSorted()).toEqual(expected.toSorted());
  expect((listed?.documents ?? []).map(({ id, title }) => [id, title])).toEqual(
    documents.map(({ id, title }) => [id, title]),
  );
  const { projects } = await Project.page(ctx, { limit: 200 });
  const presented = projects.find(({ id }) => id === projectId);
  expect(presented?.document_count ?? 0).toBe(documents.length);
  if (!project) expect(names).toEqual([]);
  expect(await ctx.table.queryAll({ pk, begins: `LEFTOVER#${projectId}`, consistent: true })).toEqual([]);
  for (const partition of ["LEFTOVERS", "MANIFESTS_DUE", documentsIndexing]) {
    const entries = await ctx.table.queryAll<{ sk: string }>({ pk: partition, index: true });
    expect(entries.filter(({ sk }) => sk.includes(projectId))).toEqual([]);
  }
  return documents.map(presentDocument).map(({ title, status }) => ({ title, status }));
}

const ready = (...titles: string[]) => titles.map((title) => ({ title, status: "ready" }));

/** Something that is done to a project with the documents a and b, and what may be there in the end. */
interface Doing {
  prepare?: (project: string) => Promise<unknown>;
  act: (environment: Context, project: string, documents: DocumentRecord[]) => Promise<unknown>;
  outcomes: { title: string; status: string }[][];
}

const doings: Record<string, Doing> = {
  "adding two documents": {
    act: async (environment, project) => add(environment, project, await uploaded("c.txt", "d.txt")),
    outcomes: [ready("a", "b"), ready("a", "b", "c", "d")],
  },
  "reading a document": {
    prepare: async (project) => add(ctx, project, await uploaded("c.txt")),
    async act(environment) {
      const [message] = queued.splice(0);
      if (message) await work(environment, message);
    },
    outcomes: [ready("a", "b", "c")],
  },
  "renaming a document": {
    act: (environment, project, [first]) => Document.update(environment, project, first?.id ?? "", { title: "A" }),
    outcomes: [ready("a", "b"), ready("A", "b")],
  },
  "removing a document": {
    act: (environment, project, [first]) => Document.remove(environment, project, first?.id ?? ""),
    outcomes: [ready("a", "b"), ready("b")],
  },
  "removing a project": {
    act: (environment, project) => Project.remove(environment, project),
    outcomes: [ready("a", "b"), []],
  },
  "a sweep after a removal": {
    async prepare(project) {
      const [first] = await Document.list(ctx, project);
      await Document.remove(ctx, project, first?.id ?? "");
      await add(ctx, project, await uploaded("c.txt"));
      queued.splice(0);
      clock.advance(20 * MINUTE_MS);
    },
    act: (environment) => sweep(environment),
    outcomes: [ready("b", "c")],
  },
};

describe.each(Object.entries(doings))("%s", (_name, { prepare, act, outcomes }) => {
  /** Does it with an interruption, and returns how many calls it made. */
  async function perform(interruption?: Interruption): Promise<{ calls: number; seen: string }> {
    const { project, documents } = await library();
    await prepare?.(project);
    const { environment, calls } = interrupted(ctx, interruption);
    await act(environment, project, documents).catch((error: unknown) => {
      if (!(error instanceof Died)) throw error;
    });
    const made = calls();
    await recover();
    const seen = await found(project);
    expect(outcomes, JSON.stringify(interruption)).toContainEqual(seen);
    return { calls: made, seen: JSON.stringify(seen) };
  }

  it("is in the end what it would have been without, wherever it was interrupted", async () => {
    const { calls, seen } = await perform();
    expect(seen).toBe(JSON.stringify(outcomes.at(-1)));
    expect(calls).toBeGreaterThan(2);
    for (const call of interruptedCalls(calls))
      for (const how of ["dies before", "dies after"] as const) await perform({ call, how });
  }, 300_000);
});

describe.each(["document", "project"] as const)("the removal of a %s", (what) => {
  it("leaves nothing behind, whenever it comes while the document is read", async () => {
    /** Removes it at this call of the worker, or not at all; returns how many calls the worker made. */
    async function read(call?: number): Promise<number> {
      const { project } = await library();
      const [document] = await add(ctx, project, await uploaded("c.txt"));
      const [message] = queued.splice(0);
      if (!message || !document) throw new Error("nothing was queued");
      const how = () =>
        what === "document" ? Document.remove(ctx, project, document.id) : Project.remove(ctx, project);
      const worker = interrupted(ctx, call === undefined ? undefined : { call, how });
      await work(worker.environment, message);
      if (call === undefined) return worker.calls();
      const left = (await bucket.keys()).filter((key) => key.includes(document.id));
      expect(left, `at call ${call}`).toEqual([]);
      await recover();
      expect(await found(project)).toEqual(what === "document" ? ready("a", "b") : []);
      return worker.calls();
    }
    const calls = await read();
    expect(calls).toBeGreaterThan(4);
    for (const call of interruptedCalls(calls)) await read(call);
  }, 120_000);
});

describe("a message of a document", () => {
  it("may be lost: the sweeper sends another one, and no more than it has to", async () => {
    const { project } = await library();
    await add(ctx, project, await uploaded("c.txt"));
    queued.splice(0);
    await sweep();
    expect(queued).toEqual([]);
    clock.advance(6_000);
    await sweep();
    await sweep();
    expect(queued).toHaveLength(1);
    clock.advance(MINUTE_MS);
    await sweep();
    expect(queued).toHaveLength(2);
    await recover();
    expect(await found(project)).toEqual(ready("a", "b", "c"));
  });

  it("may come many times, at once and late: the document is read once", async () => {
    const { project } = await library();
    await add(ctx, project, await uploaded("c.txt"));
    const [message] = queued.splice(0);
    if (!message) throw new Error("nothing was queued");
    let reads = 0;
    const counting: ReadText = async (...given) => ((reads += 1), readText(...given));
    await Promise.all(Array.from({ length: 5 }, () => work(ctx, message, counting)));
    await work(ctx, message, counting);
    expect(reads).toBe(1);
    await Document.remove(ctx, project, message.document_id);
    expect(await work(ctx, message, counting)).toBe(false);
    expect(reads).toBe(1);
    await recover();
    expect(await found(project)).toEqual(ready("a", "b"));
  });

  it("of another organization's document, or of none, does nothing", async () => {
    const { documents, project } = await library();
    const stranger = { ...ctx, actor: { ...ctx.actor, organization_id: ctx.ids.next() } };
    expect(await indexDocument(stranger, { project_id: project, id: documents[0]?.id ?? "" }, readText)).toBe(false);
    expect(await indexDocument(ctx, { project_id: "nonsense", id: "nonsense" }, readText)).toBe(false);
  });
});

describe("a worker of a document", () => {
  it("that was frozen for longer than its lease changes nothing any more", async () => {
    const { project } = await library();
    await add(ctx, project, await uploaded("c.txt"));
    const [message] = queued.splice(0);
    if (!message) throw new Error("nothing was queued");
    const frozen: ReadText = async (...given) => {
      clock.advance(3 * MINUTE_MS);
      await work(ctx, message);
      return { ...(await readText(...given)), kind: "unread", reason: "it was frozen", lasting: true };
    };
    expect(await work(ctx, message, frozen)).toBe(false);
    expect((await Document.list(ctx, project)).at(-1)).toMatchObject({ status: "ready", passages: 1 });
  });

  it("that finds no time leaves the document to the next one", async () => {
    const { project } = await library();
    await add(ctx, project, await uploaded("c.txt"));
    let tries = 0;
    const late: ReadText = async (...given) =>
      (tries += 1) < 3 ? { kind: "unread", reason: "there was no time left", lasting: false } : readText(...given);
    await workAll(late);
    expect((await Document.list(ctx, project)).at(-1)?.status).toBe("indexing");
    await recover(late);
    expect(tries).toBe(3);
    expect(await found(project)).toEqual(ready("a", "b", "c"));
  });

  it("is followed by four others at most: then the document has failed, with a reason in words", async () => {
    const { project } = await library();
    await add(ctx, project, await uploaded("c.txt"));
    let tries = 0;
    const dying: ReadText = () => ((tries += 1), Promise.reject(new Died()));
    for (let minute = 0; minute < 40; minute += 1) {
      for (const message of queued.splice(0)) await work(ctx, message, dying).catch(() => undefined);
      clock.advance(MINUTE_MS);
      await sweep();
    }
    expect(tries).toBe(MOST_ATTEMPTS);
    const last = (await Document.list(ctx, project)).at(-1);
    expect(last && presentDocument(last)).toMatchObject({
      status: "failed",
      passages: null,
      error: "The file could not be read: reading it was interrupted several times.",
    });
    expect(await found(project)).toEqual([...ready("a", "b"), { title: "c", status: "failed" }]);
  });
});

describe("documents that are added at the same moment", () => {
  it("are all in the manifest, beside others that are removed and renamed", async () => {
    const { project, documents } = await library();
    const [first, second] = documents;
    const uploads = await Promise.all(Array.from({ length: 6 }, (_, at) => uploaded(`n${at}.txt`)));
    await Promise.all([
      ...uploads.map((ids) => add(ctx, project, ids)),
      Document.remove(ctx, project, first?.id ?? ""),
      Document.update(ctx, project, second?.id ?? "", { title: "B" }),
    ]);
    await recover();
    expect((await found(project)).map(({ title }) => title).toSorted()).toEqual([
      "B",
      "n0",
      "n1",
      "n2",
      "n3",
      "n4",
      "n5",
    ]);
  });

  it("while their project is removed are gone with it", async () => {
    const { project } = await library();
    const uploads = await Promise.all(Array.from({ length: 4 }, (_, at) => uploaded(`n${at}.txt`)));
    const adding = uploads.map((ids) => add(ctx, project, ids).catch(({ code }) => code));
    const [, ...added] = await Promise.all([Project.remove(ctx, project), ...adding]);
    for (const one of added) if (typeof one === "string") expect(one).toBe("PROJECT_NOT_FOUND");
    await recover();
    expect(await found(project)).toEqual([]);
  });
});
