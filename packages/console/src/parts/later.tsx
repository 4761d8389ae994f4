import type { ComponentType } from "preact";
import { lazy, Suspense } from "preact/compat";

/** A component that is fetched when it is first drawn; until it is there nothing stands in its place. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Fetched = lazy(async () => ({ default: await load() }));
  return (props) => (
    <Suspense fallback={null}>
      <Fetched {...props} />
    </Suspense>
  );
}
