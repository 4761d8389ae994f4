import { useShellWords } from "../words/shell-words.ts";

/** The mark and the name. */
export function Brand() {
  const say = useShellWords();
  return (
    <span class="brand">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M4 3h9.5a6.5 6.5 0 0 1 0 13H8.5V21H4z" fill="currentColor" />
        <circle cx="18.5" cy="19" r="2.5" class="brand-dot" />
      </svg>
      {say("app.name")}
    </span>
  );
}
