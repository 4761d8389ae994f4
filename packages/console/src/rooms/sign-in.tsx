import { useEffect, useState } from "preact/hooks";
import { Brand } from "../shell/brand.tsx";
import { readConfig } from "../session/config.ts";
import { type DemoPerson, enterAs, readPeople } from "../session/demo-people.ts";
import { useShellWords } from "../words/shell-words.ts";

interface Props {
  because: "expired" | "ended" | null;
  /** Trades a code for a session. */
  enter: (code: string) => Promise<void>;
}

/** Who is nobody yet: on this machine they choose a person of the demo, elsewhere they are told where links come from. */
export function SignIn({ because, enter }: Props) {
  const say = useShellWords();
  const [people, setPeople] = useState<readonly DemoPerson[] | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    readConfig()
      .then(async ({ sign_in }) => setPeople(sign_in.includes("people") ? await readPeople() : []))
      .catch(() => setFailed(true));
  }, []);
  const choose = (person: DemoPerson): void => {
    setFailed(false);
    enterAs(person.member_id)
      .then(enter)
      .catch(() => setFailed(true));
  };
  const remark = hasFailed ? say("signIn.failed") : because && say(`signIn.${because}`);
  return (
    <main class="sign-in">
      {people && people.length > 0 ? (
        <Brand />
      ) : (
        <h1>
          <Brand />
        </h1>
      )}
      {people && people.length > 0 && <People people={people} choose={choose} />}
      {people?.length === 0 && <p>{say("signIn.how")}</p>}
      {remark && <p role="alert">{remark}</p>}
    </main>
  );
}

function People({ people, choose }: { people: readonly DemoPerson[]; choose: (person: DemoPerson) => void }) {
  const say = useShellWords();
  return (
    <>
      <h1>{say("signIn.who")}</h1>
      <p class="sign-in-note">{say("signIn.demo")}</p>
      <ul class="people">
        {people.map((person) => (
          <li key={person.member_id}>
            <button type="button" onClick={() => choose(person)}>
              <b>{person.name}</b>
              <span>{`${say(`signIn.${person.role}`)} · ${person.organization}`}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
