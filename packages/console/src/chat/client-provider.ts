import type { Parley } from "@parley/client";
import { ParleyProvider } from "@parley/client/react";
import type { ComponentChildren, FunctionComponent } from "preact";

/** The client for the components below. It is the client's own provider: `preact/compat` is its React, which types cannot know. */
export const ClientProvider = ParleyProvider as unknown as FunctionComponent<{
  client: Parley;
  children?: ComponentChildren;
}>;
