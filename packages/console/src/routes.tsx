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
const RulesRoom = lazyRoom(
  () => import("./rooms/admin/rules.tsx"),
  (room) => room.RulesRoom,
);

/** The room that the address names. Rooms beside the chat are fetched when they are entered. */
export function Routes() {
  const { isAdmin } = useSignedIn();
  return (
    <Suspense fallback={<RoomLoading />}>
      <Switch>
        <Route path="/">{() => <ChatRoom chatId={null} />}</Route>
        <Route path="/chats/:chat">{({ chat }) => <ChatRoom key={chat} chatId={chat} />}</Route>
        <Route path="/chats/:chat/:message">
          {({ chat, message }) => <ChatRoom key={chat} chatId={chat} messageId={message} />}
        </Route>
        <Route path="/memories">{() => <MemoriesRoom />}</Route>
        {!isAdmin && <Route path="/admin/*" component={AdminsOnly} />}
        <Route path="/admin/rules">{() => <RulesRoom />}</Route>
        <Route component={NotFound} />
      </Switch>
    </Suspense>
  );
}
