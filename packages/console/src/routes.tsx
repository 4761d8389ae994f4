import { Suspense } from "preact/compat";
import { Route, Switch } from "wouter-preact";
import { ChatRoom } from "./rooms/chat-room.tsx";
import { lazyRoom } from "./rooms/lazy-room.tsx";
import { RoomLoading } from "./shell/room.tsx";

const RoomRoutes = lazyRoom(
  () => import("./rooms/room-routes.tsx"),
  (rooms) => rooms.RoomRoutes,
);

/** A new question, a chat, or one answer of it: one room, so that a chat which gets its address stays on the page as it is. */
const CHAT_PATH = /^\/(?:chats\/(?<chat>[^/]+)(?:\/(?<message>[^/]+))?\/?)?$/;

/** The room that the address names. Rooms beside the chat are fetched when they are entered. */
export function Routes() {
  return (
    <Suspense fallback={<RoomLoading />}>
      <Switch>
        <Route path={CHAT_PATH}>{({ chat, message }) => <ChatRoom chatId={chat ?? null} messageId={message} />}</Route>
        <Route>{() => <RoomRoutes />}</Route>
      </Switch>
    </Suspense>
  );
}
