import { useId } from "preact/hooks";
import { type Preferences, themes } from "../session/preferences.ts";
import { useSignedIn } from "../session/session-context.ts";
import { useShellWords } from "../words/shell-words.ts";
import { type Language, languages } from "../words/words.ts";
import { Button } from "../parts/button.tsx";

interface Props {
  preferences: Preferences;
  prefer: (change: Partial<Preferences>) => void;
}

/** How each language calls itself. */
const languageNames: Readonly<Record<Language, string>> = { en: "English", de: "Deutsch" };

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 32))
    .slice(0, 2)
    .join("")
    .toUpperCase();

/** Who is signed in, how the page looks, and the way out. */
export function Account({ preferences, prefer }: Props) {
  const say = useShellWords();
  const { me, signOut } = useSignedIn();
  const menu = useId();
  const { name } = me.member;
  return (
    <footer class="account">
      <button type="button" class="account-button" popovertarget={menu} aria-label={say("account.menu", { name })}>
        <span class="account-initials" aria-hidden="true">
          {initialsOf(name)}
        </span>
        {name}
      </button>
      <div id={menu} popover="auto" class="account-menu">
        <Choice
          title={say("account.theme")}
          options={themes.map((theme) => [theme, say(`account.theme.${theme}`)] as const)}
          chosen={preferences.theme}
          choose={(theme) => prefer({ theme })}
        />
        <Choice
          title={say("account.language")}
          options={languages.map((language) => [language, languageNames[language]] as const)}
          chosen={preferences.language}
          choose={(language) => prefer({ language })}
        />
        <Button kind="quiet" onClick={() => void signOut()}>
          {say("account.signOut")}
        </Button>
      </div>
    </footer>
  );
}

interface ChoiceProps<Value extends string> {
  title: string;
  options: readonly (readonly [value: Value, words: string])[];
  chosen: Value;
  choose: (value: Value) => void;
}

function Choice<Value extends string>({ title, options, chosen, choose }: ChoiceProps<Value>) {
  const group = useId();
  return (
    <fieldset class="choice">
      <legend>{title}</legend>
      {options.map(([value, words]) => (
        <label key={value}>
          <input type="radio" name={group} checked={value === chosen} onChange={() => choose(value)} />
          {words}
        </label>
      ))}
    </fieldset>
  );
}
