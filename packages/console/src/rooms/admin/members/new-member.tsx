import type { Member, MemberRole } from "@parley/client";
import { useQueryClient } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import { TextField } from "../../../parts/field.tsx";
import { useSignedIn } from "../../../session/session-context.ts";
import { Form } from "../../form.tsx";
import { RoleSelect } from "./member-detail.tsx";
import { MEMBERS_KEY, useMembersWords } from "./members-words.ts";

/** Where a member is added. */
export function NewMember({ done }: { done: (member: Member) => void }) {
  const say = useMembersWords();
  const { parley } = useSignedIn();
  const cache = useQueryClient();
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<MemberRole>("member");
  return (
    <Form
      submit={say("create")}
      isSubmittable={name.trim() !== "" && email.trim() !== ""}
      onSubmit={async () => {
        const member = await parley.member.create({ name: name.trim(), email, role });
        await cache.invalidateQueries({ queryKey: MEMBERS_KEY });
        done(member);
      }}
    >
      <TextField label={say("name")} value={name} onChange={setName} isRequired maxLength={200} />
      <TextField
        label={say("email")}
        hint={say("email.hint")}
        type="email"
        autocomplete="off"
        value={email}
        onChange={setEmail}
        isRequired
      />
      <RoleSelect role={role} onChange={setRole} />
    </Form>
  );
}
