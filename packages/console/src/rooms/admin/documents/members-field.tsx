import type { Member } from "@parley/client";
import { useQuery } from "@tanstack/preact-query";
import { X } from "lucide-preact";
import { useId } from "preact/hooks";
import { IconButton } from "../../../parts/button.tsx";
import { Combobox } from "../../../parts/combobox.tsx";
import { useSignedIn } from "../../../session/session-context.ts";
import { Remote } from "../../remote.tsx";
import { useDocumentsWords } from "./documents-words.ts";

const PAGE_MEMBERS_MAX = 200;
/** Members seldom come and go while a collection is changed. */
const MEMBERS_STALE_MS = 60_000;

interface Props {
  /** Null: everybody. */
  memberIds: readonly string[] | null;
  onChange: (memberIds: readonly string[] | null) => void;
  error: string | undefined;
}

/** Who may use a collection: everybody, or members that are chosen one by one. */
export function MembersField({ memberIds, onChange, error }: Props) {
  const say = useDocumentsWords();
  const { organization } = useSignedIn().me;
  const id = useId();
  return (
    <fieldset class="who" aria-describedby={`${id}-error`}>
      <legend>{say("who")}</legend>
      <label>
        <input type="radio" name={id} checked={memberIds === null} onChange={() => onChange(null)} />
        {say("who.all", { organization: organization.name })}
      </label>
      <label>
        <input type="radio" name={id} checked={memberIds !== null} onChange={() => onChange(memberIds ?? [])} />
        {say("who.some")}
      </label>
      {memberIds !== null && <ChosenMembers memberIds={memberIds} onChange={onChange} />}
      <p id={`${id}-error`} role="alert" class="field-error">
        {error}
      </p>
    </fieldset>
  );
}

function ChosenMembers({ memberIds, onChange }: { memberIds: readonly string[]; onChange: Props["onChange"] }) {
  const say = useDocumentsWords();
  const { parley } = useSignedIn();
  const members = useQuery({
    queryKey: ["members", "all"],
    staleTime: MEMBERS_STALE_MS,
    queryFn: async ({ signal }) => {
      const found: Member[] = [];
      for await (const member of parley.member.list({ limit: PAGE_MEMBERS_MAX }, { signal })) found.push(member);
      return found;
    },
  });
  return (
    <Remote query={members}>
      {(found) => {
        const nameOf = (id: string): string => found.find((each) => each.id === id)?.name ?? say("who.unknown");
        return (
          <div class="chosen">
            {memberIds.length === 0 && <p class="field-hint">{say("who.none")}</p>}
            {memberIds.length > 0 && (
              <ul>
                {memberIds.map((id) => (
                  <li key={id}>
                    {nameOf(id)}
                    <IconButton
                      icon={X}
                      label={say("who.remove", { name: nameOf(id) })}
                      onClick={() => onChange(memberIds.filter((each) => each !== id))}
                    />
                  </li>
                ))}
              </ul>
            )}
            <Combobox
              label={say("who.add")}
              placeholder={say("who.find")}
              value={null}
              onChange={(id) => onChange([...memberIds, id])}
              options={found
                .filter(({ id, active }) => active && !memberIds.includes(id))
                .map(({ id, name, email }) => ({ id, label: name, hint: email }))}
            />
          </div>
        );
      }}
    </Remote>
  );
}
