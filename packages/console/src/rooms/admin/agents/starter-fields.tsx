import { ArrowDown, ArrowUp, Plus, X } from "lucide-preact";
import { useLayoutEffect, useId, useRef, useState } from "preact/hooks";
import { Button, IconButton } from "../../../parts/button.tsx";
import { moved } from "../../notes/moves.ts";
import { useAgentsWords } from "./agents-words.ts";

/** Questions that an agent may offer, and characters of each. */
const STARTERS_AT_MOST = 10;
const STARTER_CHARACTERS = 500;

/** A starter that is being edited; its key stays when it is moved. */
export interface Starter {
  key: string;
  text: string;
}

let made = 0;
export const starterOf = (text: string): Starter => ({ key: `starter-${++made}`, text });

interface Props {
  starters: readonly Starter[];
  onChange: (starters: readonly Starter[]) => void;
  error: string | undefined;
}

/** Puts the focus on a field of the list, by its key, when the list is drawn next. */
function useFocusNext() {
  const list = useRef<HTMLOListElement>(null);
  const focusNext = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (focusNext.current === null) return;
    list.current?.querySelector<HTMLInputElement>(`[data-key="${focusNext.current}"]`)?.focus();
    focusNext.current = null;
  });
  return { list, focusNext };
}

/** The starters in their order: each is edited in its place, and moved by buttons, or by Alt and the arrow keys. */
export function StarterFields({ starters, onChange, error }: Props) {
  const say = useAgentsWords();
  const id = useId();
  const [status, setStatus] = useState("");
  const { list, focusNext } = useFocusNext();
  const keys = starters.map(({ key }) => key);
  const add = (): void => {
    const starter = starterOf("");
    focusNext.current = starter.key;
    onChange([...starters, starter]);
  };
  const move = (key: string, by: -1 | 1): void => {
    const order = moved(keys, key, keys.indexOf(key) + by);
    if (order === keys) return;
    onChange(order.flatMap((each) => starters.filter((starter) => starter.key === each)));
    setStatus(say("starters.moved", { place: order.indexOf(key) + 1, total: order.length }));
    focusNext.current = key;
  };
  const remove = (key: string): void => {
    const at = keys.indexOf(key);
    focusNext.current = keys[at + 1] ?? keys[at - 1] ?? null;
    onChange(starters.filter((starter) => starter.key !== key));
  };
  return (
    <fieldset class="starter-fields" aria-describedby={`${id}-hint`}>
      <legend>{say("starters")}</legend>
      <p role="status" class="visually-hidden">
        {status}
      </p>
      {starters.length > 0 && (
        <ol ref={list}>
          {starters.map(({ key, text }, at) => (
            <StarterField
              key={key}
              id={key}
              text={text}
              place={at + 1}
              isLast={at === starters.length - 1}
              change={(changed) =>
                onChange(starters.map((each) => (each.key === key ? { ...each, text: changed } : each)))
              }
              move={(by) => move(key, by)}
              remove={() => remove(key)}
            />
          ))}
        </ol>
      )}
      <div class="starter-fields-foot">
        <Button icon={Plus} disabled={starters.length >= STARTERS_AT_MOST} onClick={add}>
          {say("starters.add")}
        </Button>
        {say("starters.used", { used: starters.length, limit: STARTERS_AT_MOST })}
      </div>
      <p id={`${id}-hint`} class="field-hint">
        {say("starters.hint")}
      </p>
      <p role="alert" class="field-error">
        {error}
      </p>
    </fieldset>
  );
}

interface StarterFieldProps {
  id: string;
  text: string;
  /** From 1 on. */
  place: number;
  isLast: boolean;
  change: (text: string) => void;
  move: (by: -1 | 1) => void;
  remove: () => void;
}

function StarterField({ id, text, place, isLast, change, move, remove }: StarterFieldProps) {
  const say = useAgentsWords();
  return (
    <li>
      <input
        class="field-control"
        data-key={id}
        aria-label={say("starters.one", { place })}
        placeholder={say("starters.placeholder")}
        maxLength={STARTER_CHARACTERS}
        value={text}
        onInput={({ currentTarget }) => change(currentTarget.value)}
        onKeyDown={(event) => {
          if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
          event.preventDefault();
          move(event.key === "ArrowUp" ? -1 : 1);
        }}
      />
      <IconButton
        icon={ArrowUp}
        label={say("starters.up", { place })}
        disabled={place === 1}
        onClick={() => move(-1)}
      />
      <IconButton icon={ArrowDown} label={say("starters.down", { place })} disabled={isLast} onClick={() => move(1)} />
      <IconButton icon={X} label={say("starters.remove", { place })} onClick={remove} />
    </li>
  );
}
