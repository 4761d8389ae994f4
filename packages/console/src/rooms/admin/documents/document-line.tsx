import type { ProjectDocument } from "@parley/client";
import { Ellipsis, Pencil, Trash2 } from "lucide-preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { sizeText } from "../../../chat/attached.tsx";
import { Button } from "../../../parts/button.tsx";
import { useFocusAfter } from "../../../parts/focus.ts";
import { ConfirmDialog } from "../../../parts/dialog.tsx";
import { Menu } from "../../../parts/menu.tsx";
import { useLanguage } from "../../../words/words.ts";
import { dayOf } from "../../day.ts";
import { useAttempt } from "../../notes/attempt.ts";
import { Mark } from "../../rows.tsx";
import { useDocumentsWords } from "./documents-words.ts";

/** Characters that a document's title may have. */
const TITLE_CHARACTERS = 200;

interface Props {
  document: ProjectDocument;
  open: () => void;
  rename: (title: string) => Promise<void>;
  remove: () => Promise<void>;
}

/** A document: what it is, whether it can be searched, or why not. */
export function DocumentLine({ document, open, rename, remove }: Props) {
  const say = useDocumentsWords();
  const language = useLanguage();
  const [isRenaming, setRenaming] = useState(false);
  const menu = useFocusAfter<HTMLButtonElement>(isRenaming);
  const [isRemoving, setRemoving] = useState(false);
  const { title, filename, size_bytes, created_at, error } = document;
  if (isRenaming) {
    return (
      <li>
        <TitleForm title={title} rename={rename} close={() => setRenaming(false)} />
      </li>
    );
  }
  return (
    <li class="document-line">
      <button type="button" class="document-name" aria-label={say("document.open", { name: title })} onClick={open}>
        {title}
      </button>
      <span class="document-note">
        {[filename, sizeText(language, size_bytes), dayOf(created_at, language)].join(" · ")}
      </span>
      <span class="document-end">
        <Status document={document} />
        <Menu
          label={say("document.menu", { name: title })}
          icon={Ellipsis}
          buttonRef={menu}
          align="end"
          entries={[
            { label: say("document.rename"), icon: Pencil, onChoose: () => setRenaming(true) },
            "line",
            { label: say("document.remove"), icon: Trash2, isDanger: true, onChoose: () => setRemoving(true) },
          ]}
        />
      </span>
      {error !== null && <p class="document-error">{error}</p>}
      <ConfirmDialog
        isOpen={isRemoving}
        title={say("document.removeTitle", { name: title })}
        action={say("document.removeAction")}
        onConfirm={remove}
        onClose={() => setRemoving(false)}
      >
        {say("document.removeText")}
      </ConfirmDialog>
    </li>
  );
}

function Status({ document: { status, passages } }: { document: ProjectDocument }) {
  const say = useDocumentsWords();
  switch (status) {
    case "indexing":
      return <Mark tone="busy">{say("status.indexing")}</Mark>;
    case "ready":
      return <Mark tone="good">{say("status.ready", { count: passages ?? 0 })}</Mark>;
    case "failed":
      return <Mark tone="bad">{say("status.failed")}</Mark>;
  }
}

/** Where a document gets another title. Escape leaves it as it is. */
function TitleForm({ title, rename, close }: { title: string; rename: Props["rename"]; close: () => void }) {
  const say = useDocumentsWords();
  const [text, setText] = useState(title);
  const { failure, isBusy, attempt } = useAttempt();
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.select(), []);
  const isSavable = text.trim() !== "" && !isBusy;
  return (
    <form
      class="document-title"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSavable) return;
        attempt(async () => {
          if (text.trim() !== title) await rename(text.trim());
          close();
        });
      }}
      onKeyDown={({ key, isComposing }) => key === "Escape" && !isComposing && close()}
    >
      <input
        ref={input}
        class="field-control"
        aria-label={say("document.title")}
        maxLength={TITLE_CHARACTERS}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button kind="quiet" onClick={close}>
        {say("discard")}
      </Button>
      <Button kind="primary" type="submit" disabled={!isSavable}>
        {say("save")}
      </Button>
      {failure !== null && <p role="alert">{failure}</p>}
    </form>
  );
}
