/** Goes on in the browser with what the server has drawn. */
import { createParley } from "@parley/client";
import { ParleyProvider } from "@parley/client/react";
import { hydrateRoot } from "react-dom/client";
import { Chat } from "./chat.tsx";
import type { PageData } from "./server.tsx";

const found = <Found extends Element>(selector: string): Found => {
  const element = document.querySelector<Found>(selector);
  if (!element) throw new Error(`The page has no ${selector}`);
  return element;
};

const { baseUrl, chat } = JSON.parse(found("#data").textContent) as PageData; // Written by the server.
const parley = createParley({
  baseUrl,
  token: async ({ reason, signal }) =>
    (await fetch(`/api/parley-token?reason=${reason}`, { method: "POST", signal })).json(),
});

hydrateRoot(
  found("#page"),
  <ParleyProvider client={parley}>
    <Chat {...chat} />
  </ParleyProvider>,
);
