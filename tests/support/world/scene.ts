import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Answerer, Question } from "@parley/core/answer/answer";
import type { Answer } from "../api.ts";
import {
  belongings,
  type Belongings,
  type Furniture,
  furnish,
  type Person,
  scriptedAnswer,
  startWorld,
  type Tenant,
  type World,
} from "./world.ts";

export type Scene = ReturnType<typeof useScene>;

interface Options {
  answer?: Answerer;
  speed?: number;
  /** The person has a chat with an answered question, uploads and a memory: `own`. */
  owning?: boolean;
}

/** What the tests of a file share, a world and an organization, and what each finds new: a person of that organization. */
export function useScene({ answer = scriptedAnswer, owning = false, ...options }: Options = {}) {
  let world: World;
  let tenant: Tenant;
  let furniture: Furniture;
  let person: Person;
  let own: Belongings | undefined;
  /** What the answerer was asked in this test. */
  const questions: Question[] = [];
  const listening: Answerer = async function* (question, tools) {
    questions.push(question);
    return yield* answer(question, tools);
  };

  beforeAll(async () => {
    world = await startWorld({ answer: listening, ...options });
    tenant = await world.newTenant();
    furniture = await furnish(world, tenant);
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    person = await tenant.add();
    own = owning ? await belongings(world, person, furniture) : undefined;
    questions.length = 0;
  });

  const as = async (who: Person, request: string, body?: unknown): Promise<Answer> =>
    world.call(request, { token: await world.refreshed(who), ...(body !== undefined && { body }) });

  return {
    get world() {
      return world;
    },
    get tenant() {
      return tenant;
    },
    get furniture() {
      return furniture;
    },
    get person() {
      return person;
    },
    get own() {
      if (!own) throw new Error("the person has nothing in this scene");
      return own;
    },
    questions,
    /** The response to a member whose budgets are full. */
    as,
    /** The person's chat, with its messages. */
    chatOf: async (id: string) => (await as(person, `GET /v1/chats/${id}`)).body,
  };
}
