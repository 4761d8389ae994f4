import type { SavedQuery } from "@parley/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import {
  isFilled,
  kindOfParameter,
  PARAMETER_CHARACTERS,
  savedQueryText,
} from "../../chat/composer/saved-query-values.ts";
import { wordsOfColumn } from "../../chat/figures.ts";
import { SelectField, TextField } from "../../parts/field.tsx";
import { Sql } from "../../parts/sql.tsx";
import { useSignedIn } from "../../session/session-context.ts";
import { useLanguage } from "../../words/words.ts";
import { dayOf } from "../day.ts";
import { Form } from "../form.tsx";
import { Remote } from "../remote.tsx";
import { acceptedChatId } from "./accepted-chat.ts";
import { useIntegrations, useQueriesWords } from "./saved-queries.ts";

/** What a saved query asks, and where it is run. */
export function QueryDetail({ query }: { query: SavedQuery }) {
  const say = useQueriesWords();
  const { description, prompt, sql } = query;
  return (
    <div class="detail-parts">
      {description && <p class="detail-note">{description}</p>}
      <RunForm query={query} />
      <section>
        <h3>{say("prompt")}</h3>
        <p class="detail-text">{prompt}</p>
      </section>
      <section>
        <h3>{say("sql")}</h3>
        {sql === null ? <p class="detail-note">{say("sql.none")}</p> : <Sql text={sql} />}
      </section>
      <Changed query={query} />
    </div>
  );
}

/** When a query was changed, and by whom. */
function Changed({ query: { updated_at: at, last_updated_by_name: name } }: { query: SavedQuery }) {
  const say = useQueriesWords();
  const when = dayOf(at, useLanguage());
  return <p class="detail-note">{name ? say("changedBy", { when, name }) : say("changed", { when })}</p>;
}

/** Asks the query as a question of a new chat, and goes there. */
function RunForm({ query }: { query: SavedQuery }) {
  const say = useQueriesWords();
  const { parley } = useSignedIn();
  const [, go] = useLocation();
  const integrations = useIntegrations();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [chosen, choose] = useState<string | null>(null);
  const isThere = useRef(true);
  useEffect(() => () => void (isThere.current = false), []);
  return (
    <Remote query={integrations}>
      {(sources) => {
        const source = chosen ?? sources[0]?.id;
        return (
          <Form
            submit={say("run")}
            isSubmittable={source !== undefined && isFilled(query, values)}
            onSubmit={async () => {
              const turn = parley.ask({
                message: savedQueryText(query, values),
                saved_query_id: query.id,
                parameters: { ...values },
                integration_id: source,
              });
              const chatId = await acceptedChatId(turn);
              if (isThere.current) go(`/chats/${chatId}`);
            }}
          >
            {query.parameters.map((name) => (
              <TextField
                key={name}
                label={wordsOfColumn(name)}
                type={kindOfParameter(query, name)}
                value={values[name] ?? ""}
                onChange={(value) => setValues({ ...values, [name]: value })}
                maxLength={PARAMETER_CHARACTERS}
                autocomplete="off"
                isRequired
              />
            ))}
            {sources.length > 1 && source !== undefined && (
              <SelectField
                label={say("source")}
                value={source}
                onChange={choose}
                options={sources.map(({ id, display_name: label }) => ({ value: id, label }))}
              />
            )}
            {sources.length === 0 && <p class="detail-note">{say("source.none")}</p>}
          </Form>
        );
      }}
    </Remote>
  );
}
