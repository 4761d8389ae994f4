import type { ComponentType } from "preact";
import { lazy } from "preact/compat";

/** A room that is fetched when it is first entered. */
export const lazyRoom = <Module, Props extends object>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
): ComponentType<Props> => lazy(async () => ({ default: pick(await load()) }));
