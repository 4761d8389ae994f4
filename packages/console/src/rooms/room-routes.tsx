import { Route, Switch } from "wouter-preact";
import { lazyRoom } from "./lazy-room.tsx";
import { useSignedIn } from "../session/session-context.ts";
import { AdminsOnly } from "./admins-only.tsx";
import { NotFound } from "./not-found.tsx";

const MemoriesRoom = lazyRoom(
  () => import("./memories.tsx"),
  (room) => room.MemoriesRoom,
);
const QueriesRoom = lazyRoom(
  () => import("./queries/queries.tsx"),
  (room) => room.QueriesRoom,
);

const QueryAdminRoom = lazyRoom(
  () => import("./admin/queries/queries.tsx"),
  (room) => room.QueryAdminRoom,
);
const RulesRoom = lazyRoom(
  () => import("./admin/rules.tsx"),
  (room) => room.RulesRoom,
);
const AgentsRoom = lazyRoom(
  () => import("./admin/agents/agents.tsx"),
  (room) => room.AgentsRoom,
);
const DocumentsRoom = lazyRoom(
  () => import("./admin/documents/documents.tsx"),
  (room) => room.DocumentsRoom,
);
const SourcesRoom = lazyRoom(
  () => import("./admin/sources/sources.tsx"),
  (room) => room.SourcesRoom,
);
const MembersRoom = lazyRoom(
  () => import("./admin/members/members.tsx"),
  (room) => room.MembersRoom,
);
const QuestionsRoom = lazyRoom(
  () => import("./admin/quality/questions.tsx"),
  (room) => room.QuestionsRoom,
);
const QualityRoom = lazyRoom(
  () => import("./admin/quality/quality.tsx"),
  (room) => room.QualityRoom,
);
const EmbedRoom = lazyRoom(
  () => import("./admin/embed.tsx"),
  (room) => room.EmbedRoom,
);
const FeedbackRoom = lazyRoom(
  () => import("./admin/feedback/feedback.tsx"),
  (room) => room.FeedbackRoom,
);

/** The rooms beside the chat, each of which is fetched when it is entered. */
export function RoomRoutes() {
  const { isAdmin } = useSignedIn();
  return (
    <Switch>
      <Route path="/memories">{() => <MemoriesRoom />}</Route>
      <Route path="/queries/:query?">{({ query }) => <QueriesRoom open={query ?? null} />}</Route>
      {!isAdmin && <Route path="/admin/*" component={AdminsOnly} />}
      <Route path="/admin/sources/:source?">{({ source }) => <SourcesRoom open={source ?? null} />}</Route>
      <Route path="/admin/rules">{() => <RulesRoom />}</Route>
      <Route path="/admin/agents/:agent?">{({ agent }) => <AgentsRoom open={agent ?? null} />}</Route>
      <Route path="/admin/documents/:project?">{({ project }) => <DocumentsRoom open={project ?? null} />}</Route>
      <Route path="/admin/queries/:query?">{({ query }) => <QueryAdminRoom open={query ?? null} />}</Route>
      <Route path="/admin/members/:member?">{({ member }) => <MembersRoom open={member ?? null} />}</Route>
      <Route path="/admin/quality/questions/:question?">
        {({ question }) => <QuestionsRoom open={question ?? null} />}
      </Route>
      <Route path="/admin/quality/:run?">{({ run }) => <QualityRoom open={run ?? null} />}</Route>
      <Route path="/admin/embed">{() => <EmbedRoom />}</Route>
      <Route path="/admin/feedback/:answer?">{({ answer }) => <FeedbackRoom open={answer ?? null} />}</Route>
      <Route component={NotFound} />
    </Switch>
  );
}
