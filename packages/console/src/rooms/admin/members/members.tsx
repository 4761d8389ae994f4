import type { Member } from "@parley/client";
import { useInfiniteQuery } from "@tanstack/preact-query";
import { Plus } from "lucide-preact";
import { useEffect } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { Button } from "../../../parts/button.tsx";
import { useSignedIn } from "../../../session/session-context.ts";
import { Room } from "../../../shell/room.tsx";
import { useLanguage } from "../../../words/words.ts";
import { dayOf } from "../../day.ts";
import { ListDetail } from "../../list-detail.tsx";
import { Remote } from "../../remote.tsx";
import { Mark, Rows } from "../../rows.tsx";
import { SearchField, useSearchText } from "../../search-field.tsx";
import { withServerState } from "../../server-state.tsx";
import { MemberDetail } from "./member-detail.tsx";
import { NewMember } from "./new-member.tsx";
import { MEMBERS_KEY, useMembersWords } from "./members-words.ts";

const PATH = "/admin/members";
const PAGE_MEMBERS = 50;

/** The organization's members, for administrators. `open` is a member's id, or `new`. */
export const MembersRoom = withServerState(({ open }: { open: string | null }) => {
  const say = useMembersWords();
  const [, go] = useLocation();
  const { parley } = useSignedIn();
  const [search, setSearch] = useSearchText();
  const members = useInfiniteQuery({
    queryKey: [...MEMBERS_KEY, search],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      (
        await parley.member.list(
          { limit: PAGE_MEMBERS, cursor: pageParam, ...(search !== "" && { search }) },
          { signal },
        )
      ).data,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
  const close = (): void => go(PATH);
  const found = members.data?.pages.flatMap((page) => page.members) ?? [];
  const opened = found.find(({ id }) => id === open);
  const isMissing = open !== null && open !== "new" && !opened && members.data !== undefined && search === "";
  // Who is looked for may be further down.
  const {
    hasNextPage: hasMore,
    isFetchingNextPage: isFetching,
    isError: hasFailed,
    fetchNextPage: fetchMore,
  } = members;
  useEffect(() => {
    if (isMissing && hasMore && !isFetching && !hasFailed) void fetchMore();
  }, [isMissing, hasMore, isFetching, hasFailed, fetchMore]);
  const detail =
    open === "new"
      ? { title: say("add"), content: <NewMember done={(member) => go(`${PATH}/${member.id}`)} /> }
      : opened
        ? { title: opened.name, content: <MemberDetail key={opened.id} member={opened} /> }
        : isMissing && !hasMore && { title: say("title"), content: <p class="detail-note">{say("unknown")}</p> };
  return (
    <Room
      title={say("title")}
      actions={
        <Button kind="quiet" icon={Plus} onClick={() => go(`${PATH}/new`)}>
          {say("add")}
        </Button>
      }
    >
      <ListDetail detail={detail || null} close={close}>
        <div class="rows-head">
          <SearchField label={say("search")} value={search} onChange={setSearch} />
        </div>
        <Remote query={members}>
          {() => (
            <>
              <MemberRows members={found} />
              {found.length === 0 && <p class="rows-none">{say("none")}</p>}
              {members.hasNextPage && (
                <p class="rows-more">
                  <Button disabled={members.isFetchingNextPage} onClick={() => void members.fetchNextPage()}>
                    {say("more")}
                  </Button>
                </p>
              )}
            </>
          )}
        </Remote>
      </ListDetail>
    </Room>
  );
});

function MemberRows({ members }: { members: readonly Member[] }) {
  const say = useMembersWords();
  const language = useLanguage();
  return (
    <Rows
      label={say("list")}
      rows={members.map(({ id, name, email, role, active, last_seen_at: seen }) => ({
        id,
        href: `${PATH}/${id}`,
        title: name,
        note: email,
        end: (
          <>
            {active ? (seen === null ? say("seen.never") : say("seen", { when: dayOf(seen, language) })) : null}
            {!active && <Mark tone="bad">{say("disabled")}</Mark>}
            {role === "admin" && <Mark tone="good">{say("role.admin")}</Mark>}
          </>
        ),
      }))}
    />
  );
}
