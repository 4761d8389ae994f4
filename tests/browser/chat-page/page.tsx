import "@parley/console/page.css";
import { createParley, type Parley } from "@parley/client";
import { ChatView } from "@parley/console/chat/chat-view.tsx";
import { ClientProvider } from "@parley/console/chat/client-provider.ts";
import { useConversation } from "@parley/console/chat/conversation.ts";
import { Spoken } from "@parley/console/words/spoken.tsx";
import { render } from "preact";

declare global {
  /** A token of the page's member. */
  var memberToken: () => Promise<string>;
}

const { searchParams } = new URL(location.href);
const model = searchParams.get("model") ?? undefined;
const ways = ["stream", "turn", "socket"] as const;
const via = ways.find((way) => way === searchParams.get("via"));

const client = createParley({ baseUrl: searchParams.get("service") ?? location.origin, token: () => memberToken() });

/** The client, whose questions take the way that the address names. */
const parley: Parley = { ...client, ask: (question, options) => client.ask(question, { ...options, via }) };

/** A new chat of the console, alone on its page. */
function Page() {
  const conversation = useConversation({ chatId: null, model });
  return <ChatView conversation={conversation} />;
}

/** Not awaited by the module itself: what the client loads for its socket imports from this page's script, and would wait for it. */
async function start(root: Element): Promise<void> {
  if (via === "socket") await client.connect();
  render(
    <Spoken language="en">
      <ClientProvider client={parley}>
        <Page />
      </ClientProvider>
    </Spoken>,
    root,
  );
}

const root = document.querySelector("#root");
if (root) void start(root);
