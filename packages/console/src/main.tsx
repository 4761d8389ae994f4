import { render } from "preact";
import { App } from "./app.tsx";
import { loadTranscript } from "./chat/lazy-parts.tsx";
import { pageSession } from "./session/page-session.ts";
import "./page.css";

const root = document.querySelector("#root");
if (!root) throw new Error("The page has no #root");

const session = pageSession(location.origin);
void session.start();
// An address of a chat needs them as soon as it is known who is here, which is asked first: a line to the host may be taken till they have come.
if (location.pathname.startsWith(`${import.meta.env.BASE_URL}chats/`)) loadTranscript();
render(<App session={session} />, root);
