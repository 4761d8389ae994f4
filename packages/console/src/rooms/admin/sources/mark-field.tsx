import type { Mark } from "@parley/client";
import { useId } from "preact/hooks";
import { marks } from "./column-marks.ts";
import { useSourcesWords } from "./sources-words.ts";

interface Props {
  /** The column, as its table names it. */
  column: string;
  mark: Mark | null;
  onChange: (mark: Mark | null) => void;
}

/** What questions see of a column, in a word, and what that means. */
export function MarkField({ column, mark, onChange }: Props) {
  const say = useSourcesWords();
  const id = useId();
  return (
    <div class="mark-field">
      <select
        value={mark ?? ""}
        aria-label={say("mark.label", { column })}
        aria-describedby={mark ? id : undefined}
        data-marked={mark !== null}
        onChange={({ currentTarget: { value } }) => onChange(marks.find((each) => each === value) ?? null)}
      >
        <option value="">{say("mark.none")}</option>
        {marks.map((each) => (
          <option key={each} value={each}>
            {say(`mark.${each}`)}
          </option>
        ))}
      </select>
      {mark && <p id={id}>{say(`mark.${mark}.means`)}</p>}
    </div>
  );
}
