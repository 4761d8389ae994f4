import type { BrowserContext, Page, Route } from "playwright-core";
import { createTenant, type Person } from "../support/tenant.ts";
import { axeViolations } from "./axe.ts";
import { startChatScene } from "./chat-scene.ts";
import { complaintsOf } from "./complaints.ts";
import { roomsOf, settled } from "./rooms.ts";

const HEIGHT_PX = 800;
const WIDTHS_PX = [320, 768, 1280, 1920];
/** What has not come after this time (ms) does not come. */
const WAIT_MS = 15_000;

/** How a page is looked at. */
export interface Look {
  colorScheme: "light" | "dark";
  /** Pixels. */
  width: number;
}

export const looks: readonly Look[] = (["light", "dark"] as const).flatMap((colorScheme) =>
  WIDTHS_PX.map((width) => ({ colorScheme, width })),
);

/** One state of one room: who looks at it, and what becomes of some of its requests. */
export interface RoomState {
  name: string;
  /** Absent for somebody who is signed out. */
  person?: Person;
  /** Below `/app/`. */
  path: string;
  /** Requests, by their paths, that are answered with a failure or with nothing. */
  connection?: { is: "failing" | "stalled"; paths: RegExp };
  /** What is in the page once it is in this state. */
  shows: string;
}

/** What a room reads, beside who is signed in. */
const WHAT_ROOMS_READ = /^\/v1\/(?!sessions|me$)|^\/app\/config\.json$/;

/** The browser tells of answers that failed; that is what these states are about. */
const FAILED_REQUEST = /^Failed to load resource/;

/** As the service answers when something of its own has broken, but at once worth another try. */
const fail = (route: Route): Promise<void> =>
  route.fulfill({
    status: 500,
    headers: { "x-debug-id": "5f0c7d1e9a4b4b0f8a2d3c6e7f801234", "retry-after": "0" },
    json: { detail: "Internal server error" },
  });

/** The console with one organization that has something in every room, and one that has nothing in any. */
export async function startStates() {
  const scene = await startChatScene();
  const filled = await fill(scene);
  const empty = await createTenant(scene.service.environment);

  const contexts = new Map<Person | undefined, BrowserContext>();

  /** A page of somebody; the pages of one share their session. */
  async function openAs(person: Person | undefined): Promise<Page> {
    const storageState = person && !contexts.has(person) && (await scene.stateOfSession(person));
    const options = { locale: "en-GB", reducedMotion: "reduce", ...(storageState && { storageState }) } as const;
    const context = contexts.get(person) ?? (await scene.browser.newContext(options));
    contexts.set(person, context);
    return context.newPage();
  }

  return {
    /** Every state of every room that the rail leads to, of what opens in it, and of the page before there is a room. */
    async states(): Promise<RoomState[]> {
      const page = await openAs(scene.tenant.admin);
      await page.goto(`${scene.baseUrl}/app/`);
      const paths = ["", ...(await roomsOf(page)).map(({ path }) => path.replace(/^\/app\//, ""))];
      await page.close();
      return [
        ...[...paths, "admin/quality/questions"].flatMap((path) =>
          statesOfRoom(path, { ...scene.tenant, nobody: empty.admin }),
        ),
        ...statesOfDetails(scene.tenant.admin, filled),
        ...statesOfPage(scene.tenant.member),
      ];
    },

    /** What axe finds in a state in each of some looks, what is wider than the page, and what the page complains of. */
    async faults(state: RoomState, wanted: readonly Look[]): Promise<string[]> {
      const page = await openAs(state.person);
      const complaints = complaintsOf(page);
      try {
        await enter(page, state, scene.baseUrl);
        const found = [];
        for (const look of wanted) found.push(...(await faultsOf(page, look)));
        return [...found, ...complaints.filter((complaint) => !FAILED_REQUEST.test(complaint))];
      } finally {
        await page.close();
      }
    },

    stop: () => scene.stop(),
  };
}

/** Opens a page and waits until it is in the state. */
async function enter(page: Page, { path, connection, shows }: RoomState, baseUrl: string): Promise<void> {
  if (connection) {
    const isMeant = ({ pathname }: URL) => connection.paths.test(pathname);
    // What is never answered is waited for.
    await page.route(isMeant, connection.is === "failing" ? fail : () => undefined);
  }
  await page.goto(`${baseUrl}/app/${path}`);
  await page.locator(shows).first().waitFor({ state: "attached", timeout: WAIT_MS });
  if (connection?.is !== "stalled") await settled(page);
}

async function faultsOf(page: Page, { colorScheme, width }: Look): Promise<string[]> {
  await page.setViewportSize({ width, height: HEIGHT_PX });
  await page.emulateMedia({ colorScheme });
  const name = `${colorScheme}, ${width} px`;
  const found = (await axeViolations(page)).map((violation) => `${name}: ${violation}`);
  const excess = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
  return excess > 0 ? [...found, `${name}: ${excess} px too wide`] : found;
}

/** Gives the scene's organization a rule, a memory, a collection with a document, and a chat in which the database was read. */
async function fill({ service, tenant }: Awaited<ReturnType<typeof startChatScene>>) {
  const { token } = tenant.admin;
  const call = async (request: string, body?: unknown) => (await service.call(request, { token, body })).body;
  const [Project, Document] = await Promise.all([
    import("@parley/core/project/project"),
    import("@parley/core/project/document"),
  ]);
  await call("POST /v1/organization-rules", { content: "Amounts are in euros." });
  await call("POST /v1/user-memories", { content: "Prefers tables." });
  const ctx = { ...tenant.ctx, ...service.environment };
  const project = await Project.create(ctx, { name: "Policies", tags: ["returns"] });
  const bytes = new TextEncoder().encode("# Handbook\n\n## Returns\n\nGoods can be returned within 30 days.\n");
  await Document.create(ctx, project.id, { filename: "handbook.md", bytes });
  const { integrations } = await call("GET /v1/admin/integrations");
  const integration_id: string = integrations[0].id;
  const { agents } = await call("GET /v1/agents");
  const agentId: string = agents.find(({ is_default: isDefault }: { is_default: boolean }) => isDefault).id;
  const chat = await call("POST /v1/chats/create", { agent_id: agentId, integration_id });
  await service.ask(token, { chat_id: chat.id, integration_id, message: "Total amount by region" });
  const golden = { question: "How many orders are there?", sql: "SELECT COUNT(*) FROM orders", integration_id };
  const { id: goldenId } = await call("POST /v1/admin/questions", golden);
  const { id: runId } = await call("POST /v1/admin/evaluations", {});
  await call(`GET /v1/admin/evaluations/${runId}?wait=20`);
  const { messages } = await call(`GET /v1/chats/${chat.id}`);
  const answerId: string = messages.findLast(({ role }: { role: string }) => role === "assistant").id;
  await call(`PATCH /v1/chats/messages/${answerId}/feedback`, { feedback: "negative", note: "Refunds are missing." });
  const { queries } = await call("GET /v1/queries");
  const queryId: string = queries[0].id;
  return {
    agentId,
    sourceId: integration_id,
    queryId,
    projectId: project.id,
    memberId: tenant.other.id,
    chatId: chat.id,
    goldenId,
    runId,
    answerId,
  };
}

interface People {
  admin: Person;
  member: Person;
  /** An administrator of an organization that has nothing. */
  nobody: Person;
}

/** A room with nothing in it, one that cannot be read, one that is being read, and what members and strangers see of it. */
function statesOfRoom(path: string, { admin, member, nobody }: People): RoomState[] {
  const room = path === "" ? "a new question" : path;
  const content = path === "" ? ".home-title" : ".room-body";
  const isForAdmins = path.startsWith("admin/");
  // A new question can be written while its lists are read, or are not there: the rail says so.
  const reading = path === "" ? ".chat-list[aria-busy='true']" : "main [aria-busy='true']";
  const failed = path === "" ? ".chat-list [role='alert']" : "main [role='alert']";
  return [
    { name: `${room}, empty`, person: nobody, path, shows: content },
    {
      name: `${room}, which cannot be read`,
      person: admin,
      path,
      connection: { is: "failing", paths: WHAT_ROOMS_READ },
      shows: failed,
    },
    {
      name: `${room}, while it is read`,
      person: admin,
      path,
      connection: { is: "stalled", paths: WHAT_ROOMS_READ },
      shows: reading,
    },
    {
      name: `${room}, ${isForAdmins ? "which is not for members" : "of a member"}`,
      person: member,
      path,
      shows: isForAdmins ? ".room-note" : content,
    },
    { name: `${room}, signed out`, path, shows: "main.sign-in p" },
  ];
}

type Filled = Awaited<ReturnType<typeof fill>>;

/** What opens in a room: filled, new, unknown, and with a part that cannot be read. */
function statesOfDetails(person: Person, ids: Filled): RoomState[] {
  const shown = (path: string): RoomState => ({
    name: path.replace(/[0-9a-f-]{36}/, "one of them"),
    person,
    path,
    shows: "main h2",
  });
  const without = (path: string, part: RegExp): RoomState => ({
    ...shown(path),
    name: `${shown(path).name}, of which a part cannot be read`,
    connection: { is: "failing", paths: part },
    shows: "main [role='alert']",
  });
  const source = `admin/sources/${ids.sourceId}`;
  const agent = `admin/agents/${ids.agentId}`;
  const collection = `admin/documents/${ids.projectId}`;
  const member = `admin/members/${ids.memberId}`;
  const run = `admin/quality/${ids.runId}`;
  const questions = "admin/quality/questions";
  const rooms = ["admin/sources", "admin/agents", "admin/documents", "admin/queries", "admin/members", questions];
  const queries = [`admin/queries/${ids.queryId}`, `queries/${ids.queryId}`];
  return [
    ...[source, agent, collection, member, ...queries, `${collection}?view=search&q=returned`].map(shown),
    ...rooms.flatMap((room) => [shown(`${room}/new`), shown(`${room}/unknown`)]),
    ...[run, `${questions}/${ids.goldenId}`, `admin/feedback/${ids.answerId}`].map(shown),
    ...["queries/unknown", "admin/quality/unknown", "admin/feedback/unknown"].map(shown),
    without(run, /\/cases$/),
    without(source, /\/schema$/),
    without(agent, /^\/v1\/models$/),
    without(collection, /\/documents$/),
    without(member, /user-memories/),
    ...statesOfChat(person, `chats/${ids.chatId}`),
  ];
}

/** A chat with an answer, one that cannot be read, one that is being read, and one that there is not. */
function statesOfChat(person: Person, path: string): RoomState[] {
  const paths = WHAT_ROOMS_READ;
  return [
    { name: "a chat", person, path, shows: "main article" },
    {
      name: "a chat that cannot be read",
      person,
      path,
      connection: { is: "failing", paths },
      shows: ".chat-state [role='alert']",
    },
    { name: "a chat that is being read", person, path, connection: { is: "stalled", paths }, shows: ".chat-state" },
    { name: "an unknown chat", person, path: "chats/unknown", shows: ".room-note" },
  ];
}

/** The page before it has a room, and an address that leads to none. */
function statesOfPage(person: Person): RoomState[] {
  return [
    {
      name: "the page, unreachable",
      person,
      path: "",
      connection: { is: "failing", paths: /^\/v1\/me$/ },
      shows: "main [role='alert']",
    },
    {
      name: "the page, starting",
      person,
      path: "",
      connection: { is: "stalled", paths: /^\/v1\/me$/ },
      shows: "main[aria-busy='true']",
    },
    {
      name: "a room that is being fetched",
      person,
      path: "memories",
      connection: { is: "stalled", paths: /\/assets\/memories-.*\.js$/ },
      shows: ".room-body[aria-busy='true']",
    },
    { name: "an address of no room", person, path: "nowhere", shows: ".room-top h1" },
  ];
}
