import { Suspense } from "preact/compat";
import { Route, Switch } from "wouter-preact";
import { ChatRoom } from "./rooms/chat-room.tsx";
import { lazyRoom } from "./rooms/lazy-room.tsx";
import { NotFound } from "./rooms/not-found.tsx";
import { useSignedIn } from "./session/session-context.ts";
import { RoomLoading } from "./shell/room.tsx";
import { AdminsOnly } from "./rooms/admins-only.tsx";

const MemoriesRoom = lazyRoom(
  () => import("./rooms/memories.tsx"),
  (room) => room.MemoriesRoom,
);
const QueriesRoom = lazyRoom(
  () => import("./rooms/queries/queries.tsx"),
  (room) => room.QueriesRoom,
);
const QueryAdminRoom = lazyRoom(
  () => import("./rooms/admin/queries/queries.tsx"),
  (room) => room.QueryAdminRoom,
);
const RulesRoom = lazyRoom(
  () => import("./rooms/admin/rules.tsx"),
  (room) => room.RulesRoom,
);
const AgentsRoom = lazyRoom(
  () => import("./rooms/admin/agents/agents.tsx"),
  (room) => room.AgentsRoom,
);
const DocumentsRoom = lazyRoom(
  () => import("./rooms/admin/documents/documents.tsx"),
  (room) => room.DocumentsRoom,
);
const SourcesRoom = lazyRoom(
  () => import("./rooms/admin/sources/sources.tsx"),
  (room) => room.SourcesRoom,
);
const MembersRoom = lazyRoom(
  () => import("./rooms/admin/members/members.tsx"),
  (room) => room.MembersRoom,
);

const EmbedRoom = lazyRoom(
  () => import("./rooms/admin/embed.tsx"),
  (room) => room.EmbedRoom,
);

/** A new question, a chat, or one answer of it: one room, so that a chat which gets its address stays on the page as it is. */
const CHAT_PATH = /^\/(?:chats\/(?<chat>[^/]+)(?:\/(?<message>[^/]+))?\/?)?$/;

/** The room that the address names. Rooms beside the chat are fetched when they are entered. */
export function Routes() {
  const { isAdmin } = useSignedIn();
  return (
    <Suspense fallback={<RoomLoading />}>
      <Switch>
        <Route path={CHAT_PATH}>{({ chat, message }) => <ChatRoom chatId={chat ?? null} messageId={message} />}</Route>
        <Route path="/memories">{() => <MemoriesRoom />}</Route>
        <Route path="/queries/:query?">{({ query }) => <QueriesRoom open={query ?? null} />}</Route>
        {!isAdmin && <Route path="/admin/*" component={AdminsOnly} />}
        <Route path="/admin/sources/:source?">{({ source }) => <SourcesRoom open={source ?? null} />}</Route>
        <Route path="/admin/rules">{() => <RulesRoom />}</Route>
        <Route path="/admin/agents/:agent?">{({ agent }) => <AgentsRoom open={agent ?? null} />}</Route>
        <Route path="/admin/documents/:project?">{({ project }) => <DocumentsRoom open={project ?? null} />}</Route>
        <Route path="/admin/queries/:query?">{({ query }) => <QueryAdminRoom open={query ?? null} />}</Route>
        <Route path="/admin/members/:member?">{({ member }) => <MembersRoom open={member ?? null} />}</Route>
        <Route path="/admin/embed">{() => <EmbedRoom />}</Route>
        <Route component={NotFound} />
      </Switch>
    </Suspense>
  );
}
