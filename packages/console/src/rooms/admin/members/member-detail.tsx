import type { Member, MemberRole, MemberUpdate } from "@parley/client";
import { useQueryClient } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import { Checkbox, SelectField, TextField } from "../../../parts/field.tsx";
import { useSignedIn } from "../../../session/session-context.ts";
import { useLanguage } from "../../../words/words.ts";
import { dayOf } from "../../day.ts";
import { Form } from "../../form.tsx";
import { Memories } from "../../memories.tsx";
import { MEMBERS_KEY, useMembersWords } from "./members-words.ts";

const roles: readonly MemberRole[] = ["member", "admin"];

/** What can be changed of a member, and what is remembered about them. */
export function MemberDetail({ member }: { member: Member }) {
  const say = useMembersWords();
  const language = useLanguage();
  return (
    <div class="detail-parts">
      <p class="detail-note">{`${member.email} · ${say("since", { when: dayOf(member.created_at, language) })}`}</p>
      <MemberForm member={member} />
      <section>
        <h3>{say("memories")}</h3>
        <Memories memberId={member.id} />
      </section>
    </div>
  );
}

function MemberForm({ member }: { member: Member }) {
  const say = useMembersWords();
  const { parley } = useSignedIn();
  const cache = useQueryClient();
  const [name, setName] = useState(member.name);
  const [role, setRole] = useState(member.role);
  const [isActive, setActive] = useState(member.active);
  const change: MemberUpdate = {
    ...(name.trim() !== member.name && { name: name.trim() }),
    ...(role !== member.role && { role }),
    ...(isActive !== member.active && { active: isActive }),
  };
  return (
    <Form
      submit={say("save")}
      isSubmittable={Object.keys(change).length > 0 && name.trim() !== ""}
      onSubmit={async () => {
        await parley.member.update({ member_id: member.id, ...change });
        await cache.invalidateQueries({ queryKey: MEMBERS_KEY });
      }}
    >
      <TextField label={say("name")} value={name} onChange={setName} isRequired maxLength={200} />
      <RoleSelect role={role} onChange={setRole} />
      <Checkbox label={say("active")} hint={say("active.hint")} isChecked={isActive} onChange={setActive} />
    </Form>
  );
}

/** What a member may do. */
export function RoleSelect({ role, onChange }: { role: MemberRole; onChange: (role: MemberRole) => void }) {
  const say = useMembersWords();
  return (
    <SelectField
      label={say("role")}
      hint={say("role.hint")}
      value={role}
      onChange={onChange}
      options={roles.map((value) => ({ value, label: say(`role.${value}`) }))}
    />
  );
}
