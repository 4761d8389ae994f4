import { render } from "preact";
import { App } from "./app.tsx";
import { pageSession } from "./session/page-session.ts";
import "./page.css";

const root = document.querySelector("#root");
if (!root) throw new Error("The page has no #root");

const session = pageSession(location.origin);
void session.start();
render(<App session={session} />, root);
