import { QueryClient, QueryClientProvider } from "@tanstack/preact-query";
import type { ComponentChildren, ComponentType } from "preact";

/** What the rooms have read, shared between them. The client repeats what is safe to repeat, so nothing does here. */
const cache = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 5_000 }, mutations: { retry: false } },
});

function ServerState({ children }: { children: ComponentChildren }) {
  return <QueryClientProvider client={cache}>{children}</QueryClientProvider>;
}

/** A room whose state is the service's. */
export function withServerState<Props extends object>(Room: ComponentType<Props>): ComponentType<Props> {
  return (props) => (
    <ServerState>
      <Room {...props} />
    </ServerState>
  );
}
