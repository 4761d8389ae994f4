/** The page of `/app/embed/frame`: the chat in a frame of a host, which gives it tokens by messages. Only the origins that the page was served with are heard. */
import { ParleyChatElement } from "./parley-chat.ts";
import { type FrameMessage, hostMessageOf } from "./frame-messages.ts";
import { attributeNames } from "./settings.ts";

/** Milliseconds in which a host may answer that it was asked for a token. */
const TOKEN_MS = 60_000;
/** What a host may not set: where tokens come from, and where the service is. */
const kept: ReadonlySet<string> = new Set(["base-url", "token-url", "layout"]);
const events = ["ready", "question", "answer", "error", "chat", "token-error"] as const;

const origins = (document.documentElement.dataset["origins"] ?? "").split(" ").filter((origin) => origin !== "");
const chat = new ParleyChatElement();

/** The host's origin, once it has said something. */
let host: string | null = null;
let asked = 0;
const waiting = new Map<number, { resolve: (token: unknown) => void; reject: (error: Error) => void }>();

/** Says something to the host, and to nobody else. */
function tell(message: FrameMessage): void {
  if (host !== null) parent.postMessage(message, host);
}

chat.token = async ({ reason, signal }) => {
  asked += 1;
  const id = asked;
  const late = AbortSignal.any([signal, AbortSignal.timeout(TOKEN_MS)]);
  try {
    return await new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      late.addEventListener("abort", () => reject(new Error("The host gave no token")), { once: true });
      tell({ parley: "token", id, reason });
    });
  } finally {
    waiting.delete(id);
  }
};

/** Sets what a host may set; what it does not name stays as it is. */
function setUp({
  attributes,
  features,
  messages,
}: {
  attributes?: unknown;
  features?: unknown;
  messages?: unknown;
}): void {
  for (const [name, value] of Object.entries(Object(attributes))) {
    const isOpen = (attributeNames as readonly string[]).includes(name) && !kept.has(name);
    if (isOpen && typeof value === "string") chat.setAttribute(name, value);
  }
  if (typeof features === "object") chat.features = features;
  if (typeof messages === "object") chat.messages = messages;
}

/** What the chat would take if nothing in it were scrolled. */
function natural(): number {
  const root = chat.shadowRoot?.querySelector(".parley-root > *");
  const log = chat.shadowRoot?.querySelector("[role=log]");
  return Math.ceil((root?.clientHeight ?? 0) + (log ? log.scrollHeight - log.clientHeight : 0));
}

let told = 0;
function tellHeight(): void {
  const height = natural();
  if (height === told) return;
  told = height;
  tell({ parley: "height", height });
}

addEventListener("message", (event) => {
  const message = hostMessageOf(event, parent, origins);
  if (!message) return;
  if (host === null) {
    host = event.origin;
    chat.setAttribute("layout", "page");
    document.body.append(chat);
  }
  // Another page of an allowed origin has come into the place of the first: what was asked there is not its.
  if (event.origin !== host) return;
  switch (message.parley) {
    case "settings":
      setUp(message);
      break;
    case "token": {
      const { resolve, reject } = waiting.get(message.id) ?? {};
      if (message.error === undefined) resolve?.(message.token);
      else reject?.(new Error(message.error));
      break;
    }
    case "ask":
      if (typeof message.text === "string") chat.ask(message.text);
      break;
    case "stop":
    case "newChat":
    case "focus":
      chat[message.parley]();
      break;
    default:
  }
});

for (const name of events) {
  chat.addEventListener(`parley-${name}`, (event) =>
    tell({ parley: "event", name: `parley-${name}`, detail: (event as CustomEvent<unknown>).detail }),
  );
}
new ResizeObserver(tellHeight).observe(chat);
for (const name of ["parley-ready", "parley-question", "parley-answer"] as const)
  chat.addEventListener(name, () => requestAnimationFrame(tellHeight));

// Whoever the host is: it says nothing of anybody.
if (parent !== window && origins.length > 0) parent.postMessage({ parley: "hello" } satisfies FrameMessage, "*");
