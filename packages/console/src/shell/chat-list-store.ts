import type { Chat, Parley } from "@parley/client";

/** How many chats are read at once. */
const PAGE_CHATS = 50;

/** A time that no chat is read at: a change is on its way, or the chat is deleted. */
const NEVER = "~";

/**
 * Whether anything was ever asked in a chat: its first question gives it a title. One that was refused, or whose page was left
 * meanwhile, leaves a chat behind in which nothing was.
 */
const isAsked = ({ title, created_at: createdAt, updated_at: updatedAt }: Chat): boolean =>
  title !== null || createdAt !== updatedAt;

/** What is looked for among the chats. */
export interface ChatQuery {
  search: string;
  archived: boolean;
}

export interface ChatListState extends ChatQuery {
  /** Most recently used first. */
  chats: readonly Chat[];
  hasMore: boolean;
  /** Whether there are archived chats, as far as that is known: it is asked for where there are no others. */
  hasArchived: boolean;
  status: "loading" | "ready" | "error";
}

const initial: ChatListState = {
  search: "",
  archived: false,
  chats: [],
  hasMore: false,
  hasArchived: false,
  status: "loading",
};

/** The list of a member's chats, as it is shown beside every room. */
export class ChatList {
  readonly #parley: Parley;
  #state = initial;
  #cursor: string | null = null;
  /** Another number for each list that was asked for: an answer to an earlier one comes too late. */
  #asked = 0;
  /** When chats that were changed here were changed: what was read of one before is out of date. */
  readonly #changedAt = new Map<string, string>();
  readonly #listeners = new Set<() => void>();

  constructor(parley: Parley) {
    this.#parley = parley;
  }

  readonly getState = (): ChatListState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #become(change: Partial<ChatListState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  /** Looks for other chats. */
  look(query: Partial<ChatQuery>): Promise<void> {
    this.#become({ ...query, status: "loading" });
    return this.refresh();
  }

  /** Reads as much of the list anew as is shown. */
  async refresh(): Promise<void> {
    const asked = ++this.#asked;
    const { search, archived, chats } = this.#state;
    const limit = Math.min(200, Math.max(PAGE_CHATS, chats.length));
    try {
      const { data } = await this.#parley.chat.list({ limit, archived, ...(search !== "" && { search }) });
      if (asked !== this.#asked) return;
      this.#cursor = data.next_cursor;
      const known = this.#state.chats;
      const read = data.chats
        .filter(isAsked)
        .flatMap((chat) => (this.#isOutdated(chat) ? (known.find(({ id }) => id === chat.id) ?? []) : chat));
      this.#become({ chats: read, hasMore: data.next_cursor !== null, status: "ready" });
      if (data.chats.length === 0 && search === "" && !archived) await this.#lookForArchived();
    } catch {
      // What was read before stays.
      if (asked === this.#asked) this.#become({ status: this.#state.chats.length > 0 ? "ready" : "error" });
    }
  }

  async #lookForArchived(): Promise<void> {
    const { data } = await this.#parley.chat.list({ limit: 1, archived: true });
    this.#become({ hasArchived: data.chats.length > 0 });
  }

  /** Reads the next page. */
  async more(): Promise<void> {
    const cursor = this.#cursor;
    const { search, archived, status } = this.#state;
    if (cursor === null || status === "loading") return;
    const asked = ++this.#asked;
    this.#become({ status: "loading" });
    try {
      const { data } = await this.#parley.chat.list({
        limit: PAGE_CHATS,
        cursor,
        archived,
        ...(search !== "" && { search }),
      });
      if (asked !== this.#asked) return;
      this.#cursor = data.next_cursor;
      const known = this.#state.chats;
      const added = data.chats
        .filter(isAsked)
        .filter((chat) => !this.#isOutdated(chat) && !known.some(({ id }) => id === chat.id));
      this.#become({ chats: [...known, ...added], hasMore: data.next_cursor !== null, status: "ready" });
    } catch {
      if (asked === this.#asked) this.#become({ status: "ready" });
    }
  }

  /** A chat was made or changed in its room: it is shown at once, at its place. */
  note(chat: Chat): void {
    const { search, archived, chats } = this.#state;
    if (archived !== (chat.archived_at !== null) || !isAsked(chat) || this.#isOutdated(chat)) return;
    if (search !== "") return this.#become({ chats: chats.map((one) => (one.id === chat.id ? chat : one)) });
    const known = chats.find(({ id }) => id === chat.id);
    if (known?.title === chat.title && known.updated_at === chat.updated_at) return;
    this.#put(chat);
  }

  /** Shows a chat, as it is here, at its place. */
  #put(chat: Chat): void {
    const others = this.#state.chats.filter(({ id }) => id !== chat.id);
    const place = others.findIndex(({ updated_at: updatedAt }) => updatedAt <= chat.updated_at);
    this.#become({ chats: others.toSpliced(place < 0 ? others.length : place, 0, chat) });
  }

  /** Gives a chat another title. Throws a `ParleyError`. */
  async rename(chatId: string, title: string): Promise<void> {
    await this.#changed(
      chatId,
      (chat) => ({ ...chat, title }),
      () => this.#parley.chat.update({ chat_id: chatId, title }).then((chat) => chat.updated_at),
    );
  }

  /** Puts a chat away, or brings it back. Throws a `ParleyError`. */
  async archive(chatId: string, archived: boolean): Promise<void> {
    await this.#changed(
      chatId,
      () => null,
      () => this.#parley.chat.update({ chat_id: chatId, archived }).then((chat) => chat.updated_at),
    );
    if (archived) this.#become({ hasArchived: true });
  }

  /** Deletes a chat with its messages. Throws a `ParleyError`. */
  async remove(chatId: string): Promise<void> {
    await this.#changed(
      chatId,
      () => null,
      () => this.#parley.chat.remove({ chat_id: chatId }).then(() => NEVER),
    );
  }

  /** Shows a change at once, and takes it back if `work`, which tells when the service made it, fails. */
  async #changed(chatId: string, change: (chat: Chat) => Chat | null, work: () => Promise<string>): Promise<void> {
    const before = this.#state;
    const was = before.chats.find(({ id }) => id === chatId);
    this.#changedAt.set(chatId, NEVER);
    this.#become({ chats: before.chats.flatMap((chat) => (chat.id === chatId ? (change(chat) ?? []) : chat)) });
    try {
      this.#changedAt.set(chatId, await work());
    } catch (error) {
      this.#changedAt.delete(chatId);
      const { search, archived } = this.#state;
      // That chat alone: others may have changed meanwhile, and another list may be shown.
      if (was && search === before.search && archived === before.archived) this.#put(was);
      throw error;
    }
  }

  /** Whether a chat as it was read lacks what was changed here. */
  #isOutdated({ id, updated_at: updatedAt }: Chat): boolean {
    return updatedAt < (this.#changedAt.get(id) ?? "");
  }
}
