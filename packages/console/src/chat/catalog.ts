import type { Agent, Integration, Model, Parley, Project, SavedQuery } from "@parley/client";
import { useEffect, useState } from "preact/hooks";

/** What there is to ask with: who answers, what is asked, and by which model. */
export interface Catalog {
  agents: readonly Agent[];
  integrations: readonly Integration[];
  models: readonly Model[];
  projects: readonly Project[];
  queries: readonly SavedQuery[];
  /** False while the lists are being read. */
  isLoaded: boolean;
}

const nothing: Catalog = { agents: [], integrations: [], models: [], projects: [], queries: [], isLoaded: false };

/** The lists of each client as they were last read. */
const known = new WeakMap<Parley, Catalog>();

/** A list that cannot be read is empty: the chat itself works without it. */
async function listed<Item>(request: PromiseLike<readonly Item[]>): Promise<readonly Item[]> {
  try {
    return await request;
  } catch {
    return [];
  }
}

async function readCatalog(parley: Parley): Promise<Catalog> {
  const [agents, integrations, models, projects, queries] = await Promise.all([
    listed(parley.agent.list().then((reply) => reply.agents)),
    listed(parley.integration.list().then((reply) => reply.integrations)),
    listed(parley.model.list().then((reply) => reply.models)),
    listed(parley.project.list().then((reply) => reply.projects)),
    listed(parley.query.list().then((page) => page.items)),
  ]);
  return { agents, integrations, models, projects, queries, isLoaded: true };
}

/** Lists that are being read: several chats of a page read them once. */
const reading = new WeakMap<Parley, Promise<Catalog>>();

function readOnce(parley: Parley): Promise<Catalog> {
  const begun = reading.get(parley) ?? readCatalog(parley).finally(() => reading.delete(parley));
  reading.set(parley, begun);
  return begun;
}

/** The lists: those that are known at once, and read anew whenever a chat is entered from elsewhere. */
export function useCatalog(parley: Parley): Catalog {
  const [catalog, set] = useState(() => known.get(parley) ?? nothing);
  useEffect(() => {
    let isCurrent = true;
    void readOnce(parley).then((read) => {
      known.set(parley, read);
      if (isCurrent) set(read);
    });
    return () => {
      isCurrent = false;
    };
  }, [parley]);
  return catalog;
}
