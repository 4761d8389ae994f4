import * as Memory from "@parley/core/memory/memory";
import type { Answer } from "../support/api.ts";
import type { Person } from "../support/tenant.ts";

/** Gives the person memories: `memory 1`, `memory 2`, …; answers their ids. */
export async function add(person: Person, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 1; number <= count; number++) ids.push((await Memory.create(person.ctx, `memory ${number}`)).id);
  return ids;
}

export const contentsOf = (answer: Answer): string[] =>
  answer.body.user_memories.map(({ content }: { content: string }) => content);

export const notFound = { status: 404, text: '{"detail":"User memory not found","code":"MEMORY_NOT_FOUND"}' };
