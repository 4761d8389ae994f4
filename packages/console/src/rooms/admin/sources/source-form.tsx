import type { ConnectionTest, Engine, Source, TlsMode } from "@parley/client";
import { useQueryClient } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import { Button } from "../../../parts/button.tsx";
import { Field, SelectField, TextField } from "../../../parts/field.tsx";
import { failureOf, Problem } from "../../../parts/problem.tsx";
import { SecretField } from "../../../parts/secret-field.tsx";
import { useSignedIn } from "../../../session/session-context.ts";
import { useFieldErrors } from "../../field-errors.ts";
import { Form } from "../../form.tsx";
import { RemoveSource } from "./remove-source.tsx";
import {
  connectionOf,
  draftOf,
  type FileEngine,
  isByCommandLine,
  isConnectable,
  isConnectionChanged,
  isFile,
  type SourceDraft,
  usualPorts,
} from "./source-draft.ts";
import { SOURCES_KEY } from "./source-state.ts";
import { useSourcesWords } from "./sources-words.ts";

const engines: readonly Engine[] = ["postgres", "mysql", "sqlite", "duckdb"];
/** What an engine reads of files. */
const fileTypes = { sqlite: ".sqlite,.sqlite3,.db", duckdb: ".duckdb,.parquet,.csv" };
/** The engines to choose from: what comes by the command line is named where it is there. */
const enginesFor = (source: Source | null) =>
  source && isByCommandLine(source.engine) ? [...engines, source.engine] : engines;
const tlsModes: readonly TlsMode[] = ["verify", "require", "off"];
const fields = ["display_name", "host", "port", "database", "user", "password", "schemas"] as const;
type FieldName = (typeof fields)[number];

interface Props {
  /** Null: a new one. */
  source: Source | null;
  /** What was kept; null: it was deleted. */
  done: (source: Source | null) => void;
}

/** How a database is called and reached: tried, kept, deleted. */
export function SourceForm({ source, done }: Props) {
  const say = useSourcesWords();
  const { parley } = useSignedIn();
  const cache = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(source));
  const { errors, attempt } = useFieldErrors<FieldName>(
    { PASSWORD_REQUIRED: { field: "password", words: say("password.hint") } },
    fields,
  );
  const isNewConnection = isConnectionChanged(draft, source);
  const name = draft.name.trim();
  const isReady = isConnectable(draft, source);
  const save = async (): Promise<void> => {
    const connection = isNewConnection ? await connectionOf(draft, parley) : undefined;
    const change = { ...(name !== source?.display_name && { display_name: name }), ...(connection && { connection }) };
    const kept = source
      ? await parley.source.update({ integration_id: source.id, ...change })
      : // A new one has all of it; whether the password is missing, the service says.
        await parley.source.create({ display_name: name, connection } as Parameters<typeof parley.source.create>[0]);
    setDraft(draftOf(kept));
    await cache.invalidateQueries({ queryKey: SOURCES_KEY });
    done(kept);
  };
  return (
    <Form
      submit={say(source ? "save" : "create")}
      isSubmittable={name !== "" && isReady && (isNewConnection || name !== source?.display_name)}
      saved={say("saved")}
      onSubmit={() => attempt(save)}
      actions={
        <>
          <TryConnection draft={draft} source={source} isReady={isReady} attempt={attempt} />
          {source && <RemoveSource source={source} removed={() => done(null)} />}
        </>
      }
    >
      <SourceFields draft={draft} source={source} errors={errors} set={(change) => setDraft({ ...draft, ...change })} />
    </Form>
  );
}

interface FieldsProps {
  draft: SourceDraft;
  source: Source | null;
  errors: Partial<Record<FieldName, string>>;
  set: (change: Partial<SourceDraft>) => void;
}

function SourceFields({ draft, source, errors, set }: FieldsProps) {
  const say = useSourcesWords();
  return (
    <>
      <TextField
        label={say("name")}
        hint={say("name.hint")}
        value={draft.name}
        onChange={(name) => set({ name })}
        error={errors.display_name ?? null}
        maxLength={200}
        isRequired
      />
      <SelectField
        label={say("engine")}
        value={draft.engine}
        onChange={(engine) => set({ engine, file: null })}
        options={enginesFor(source).map((value) => ({ value, label: say(`engine.${value}`) }))}
      />
      {isFile(draft.engine) ? (
        <FileField key={draft.engine} engine={draft.engine} source={source} choose={(file) => set({ file })} />
      ) : isByCommandLine(draft.engine) ? null : (
        <ServerFields draft={draft} source={source} errors={errors} set={set} />
      )}
    </>
  );
}

interface FileFieldProps {
  engine: FileEngine;
  source: Source | null;
  choose: (file: File | null) => void;
}

function FileField({ engine, source, choose }: FileFieldProps) {
  const say = useSourcesWords();
  const now =
    source?.engine === engine && "file" in source.connection
      ? `${say("file.now", { file: source.connection.file })} `
      : "";
  return (
    <Field label={say("file")} hint={`${now}${say(`file.hint.${engine}`)}`} isRequired={now === ""}>
      {(control) => (
        <input
          {...control}
          type="file"
          accept={fileTypes[engine]}
          class="field-control"
          onChange={({ currentTarget }) => choose(currentTarget.files?.[0] ?? null)}
        />
      )}
    </Field>
  );
}

function ServerFields({ draft, source, errors, set }: FieldsProps) {
  const say = useSourcesWords();
  const usualPort = draft.engine === "mysql" ? usualPorts.mysql : usualPorts.postgres;
  const text = (field: "host" | "port" | "database" | "user" | "schemas", hint?: string) => (
    <TextField
      label={say(field)}
      {...(hint !== undefined && { hint })}
      value={draft[field]}
      onChange={(value) => set({ [field]: value })}
      error={errors[field] ?? null}
      autocomplete="off"
      isRequired={field !== "port" && field !== "schemas"}
    />
  );
  return (
    <>
      {text("host")}
      {text("port", say("port.hint", { port: String(usualPort) }))}
      {text("database")}
      {text("user", say("user.hint"))}
      <SecretField
        label={say("password")}
        hint={say("password.hint")}
        isSet={source !== null && "host" in source.connection}
        value={draft.password}
        onChange={(password) => set({ password })}
        error={errors.password ?? null}
        isRequired
      />
      <SelectField
        label={say("tls")}
        value={draft.tls}
        onChange={(tls) => set({ tls })}
        options={tlsModes.map((value) => ({ value, label: say(`tls.${value}`) }))}
      />
      {draft.engine === "postgres" && text("schemas", say("schemas.hint"))}
    </>
  );
}

interface TryProps {
  draft: SourceDraft;
  source: Source | null;
  isReady: boolean;
  attempt: (task: () => PromiseLike<unknown>) => Promise<boolean>;
}

/** Tries the connection as it is in the form, and says what became of it. */
function TryConnection({ draft, source, isReady, attempt }: TryProps) {
  const say = useSourcesWords();
  const { parley } = useSignedIn();
  const cache = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<ConnectionTest | Error | null>(null);
  const task = async (): Promise<void> => {
    const connection = isConnectionChanged(draft, source) ? await connectionOf(draft, parley) : undefined;
    setOutcome(
      await parley.source.test({ ...(source && { integration_id: source.id }), ...(connection && { connection }) }),
    );
    await cache.invalidateQueries({ queryKey: SOURCES_KEY });
  };
  const run = (): void => {
    setBusy(true);
    setOutcome(null);
    attempt(task)
      .catch((error: unknown) => setOutcome(error instanceof Error ? error : new Error(String(error))))
      .finally(() => setBusy(false));
  };
  return (
    <>
      <Button disabled={!isReady || isBusy} aria-busy={isBusy} onClick={run}>
        {say("test")}
      </Button>
      <div class="source-outcome" role="status">
        {outcome && !(outcome instanceof Error) && outcome.connected && say("test.done", { ms: outcome.duration_ms })}
      </div>
      {outcome instanceof Error && <Problem failure={failureOf(outcome)} onRetry={run} />}
      {outcome && !(outcome instanceof Error) && outcome.error && <Problem failure={outcome.error} onRetry={run} />}
    </>
  );
}
