import { Button } from "@parley/console/parts/button.tsx";
import { Combobox } from "@parley/console/parts/combobox.tsx";
import { ConfirmDialog, Dialog } from "@parley/console/parts/dialog.tsx";
import { Drawer } from "@parley/console/parts/drawer.tsx";
import { Empty } from "@parley/console/parts/empty.tsx";
import { Checkbox, SelectField, TextArea, TextField } from "@parley/console/parts/field.tsx";
import { Menu } from "@parley/console/parts/menu.tsx";
import { Problem } from "@parley/console/parts/problem.tsx";
import { RelativeTime } from "@parley/console/parts/relative-time.tsx";
import { SecretField } from "@parley/console/parts/secret-field.tsx";
import { useToast } from "@parley/console/parts/toast.tsx";
import { Database, Ellipsis, Pencil, Trash2 } from "lucide-preact";
import { useState } from "preact/hooks";

const engines = [
  { value: "postgres", label: "PostgreSQL" },
  { value: "mysql", label: "MySQL" },
] as const;

const sources = ["Sales warehouse", "Support desk", "Überseelager", "Web shop"].map((label, at) => ({
  id: `s${at}`,
  label,
  hint: at % 2 === 0 ? "PostgreSQL" : "MySQL",
  icon: Database,
}));

/** A form with one control of each kind. */
export function Form() {
  const [name, setName] = useState("");
  const [note, setNote] = useState("Orders since 2019.");
  const [engine, setEngine] = useState<"postgres" | "mysql">("postgres");
  const [secret, setSecret] = useState<string | null>(null);
  const [isShared, setShared] = useState(true);
  const [source, setSource] = useState<string | null>("s0");
  return (
    <section aria-label="Form">
      <h2>A source</h2>
      <TextField
        label="Name"
        isRequired
        hint="As people call it."
        placeholder="Sales warehouse"
        value={name}
        onChange={setName}
      />
      <TextField label="Host" value="db .example" onChange={() => undefined} error="A host has no spaces." />
      <SelectField label="Engine" options={engines} value={engine} onChange={setEngine} />
      <Combobox label="Source" options={sources} value={source} onChange={setSource} placeholder="Find a source" />
      <SecretField label="Password" isSet value={secret} onChange={setSecret} />
      <TextArea label="Note" value={note} onChange={setNote} />
      <Checkbox
        label="Everybody may ask it"
        hint="Else only administrators."
        isChecked={isShared}
        onChange={setShared}
      />
    </section>
  );
}

type Open = "dialog" | "confirm" | "drawer" | null;

/** What opens over the page. */
export function Overlays() {
  const [open, setOpen] = useState<Open>(null);
  const [done, setDone] = useState("nothing");
  const showToast = useToast();
  const close = () => setOpen(null);
  const entries = [
    { label: "Rename", icon: Pencil, onChoose: () => setDone("renamed") },
    { label: "Duplicate", isDisabled: true, onChoose: () => setDone("duplicated") },
    "line",
    { label: "By name", isChosen: true, onChoose: () => showToast({ text: "Sorted by name." }) },
    "line",
    { label: "Delete", icon: Trash2, isDanger: true, onChoose: () => setOpen("confirm") },
  ] as const;
  return (
    <section aria-label="Overlays">
      <h2>What opens</h2>
      <div class="page-row">
        <Button kind="primary" onClick={() => setOpen("dialog")}>
          Rename
        </Button>
        <Button onClick={() => setOpen("drawer")}>Workings</Button>
        <Button
          onClick={() =>
            showToast({ text: "The rule was deleted.", action: { label: "Undo", onAct: () => setDone("undone") } })
          }
        >
          Delete the rule
        </Button>
        <Menu label="Actions" icon={Ellipsis} entries={entries} />
      </div>
      <p data-done>{done}</p>
      <Dialog
        isOpen={open === "dialog"}
        title="Rename the chat"
        onClose={close}
        actions={
          <Button kind="primary" onClick={close}>
            Save
          </Button>
        }
      >
        <TextField label="Title" value="Revenue by month" onChange={() => undefined} />
      </Dialog>
      <ConfirmDialog
        isOpen={open === "confirm"}
        title="Delete “Revenue by month”?"
        action="Delete the chat"
        onConfirm={() => setDone("deleted")}
        onClose={close}
      >
        Its questions and answers go, too. This cannot be undone.
      </ConfirmDialog>
      <Drawer isOpen={open === "drawer"} title="Workings" onClose={close}>
        <p>Read the schema of 14 tables.</p>
      </Drawer>
    </section>
  );
}

/** What is said where nothing is yet, and where something has gone wrong. */
export function States() {
  return (
    <section aria-label="States">
      <Problem
        failure={{ message: "The database did not answer in time.", retryable: true, debugId: "01JD7Q2M9" }}
        onRetry={() => undefined}
      >
        Ask for fewer months, or try again later.
      </Problem>
      <div class="page-sheet">
        <Empty icon={Database} title="No sources yet" action={<Button kind="primary">Add a source</Button>}>
          A source is a database that people may ask.
        </Empty>
      </div>
      <p>
        Last read <RelativeTime iso={new Date(Date.now() - 7_500_000).toISOString()} />
      </p>
    </section>
  );
}
