import type { PreviewedRows } from "@parley/client";
import { Suspense } from "preact/compat";
import { useState } from "preact/hooks";
import { PARAMETER_CHARACTERS } from "../../../chat/composer/saved-query-values.ts";
import { wordsOfColumn } from "../../../chat/figures.ts";
import { Table } from "../../../chat/lazy-parts.tsx";
import { TextField } from "../../../parts/field.tsx";
import { useSignedIn } from "../../../session/session-context.ts";
import { Form } from "../../form.tsx";
import { useQueryEditorWords } from "./query-editor-words.ts";

interface Props {
  sql: string;
  parameters: readonly string[];
  sourceId: string;
}

/** Runs SQL as it is, unsaved, on a database, and shows its first rows. */
export function QueryTrial({ sql, parameters, sourceId }: Props) {
  const say = useQueryEditorWords();
  const { parley } = useSignedIn();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [rows, setRows] = useState<PreviewedRows | null>(null);
  return (
    <section>
      <h3>{say("try")}</h3>
      <Form
        submit={say("try.run")}
        kind="outline"
        isSubmittable={parameters.every((name) => (values[name] ?? "").trim() !== "")}
        onSubmit={async () => {
          setRows(null);
          const given = Object.fromEntries(parameters.map((name) => [name, values[name] ?? ""]));
          setRows(await parley.query.preview({ sql, parameters: given, integration_id: sourceId }));
        }}
      >
        {parameters.map((name) => (
          <TextField
            key={name}
            label={wordsOfColumn(name)}
            value={values[name] ?? ""}
            onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
            maxLength={PARAMETER_CHARACTERS}
            autocomplete="off"
            isRequired
          />
        ))}
      </Form>
      {rows && <FirstRows result={rows} />}
    </section>
  );
}

function FirstRows({
  result: { columns, rows, row_count: count, truncated, duration_ms: ms },
}: {
  result: PreviewedRows;
}) {
  const say = useQueryEditorWords();
  return (
    <div class="query-rows">
      <Suspense fallback={<p aria-busy="true" />}>
        <Table
          label={say("try.label")}
          headers={columns.map(({ name }) => name)}
          columns={columns}
          rows={rows}
          footer={say(truncated ? "try.more" : "try.rows", { count, ms })}
        />
      </Suspense>
    </div>
  );
}
