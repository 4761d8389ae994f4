import { LogOut } from "lucide-preact";
import { Menu, type MenuEntry } from "../parts/menu.tsx";
import { type Preferences, themes } from "../session/preferences.ts";
import { useSignedIn } from "../session/session-context.ts";
import { useShellWords } from "../words/shell-words.ts";
import { type Language, languages } from "../words/words.ts";

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
  const { name } = me.member;
  const entries: readonly MenuEntry[] = [
    {
      title: say("account.theme"),
      items: themes.map((theme) => ({
        label: say(`account.theme.${theme}`),
        isChosen: theme === preferences.theme,
        onChoose: () => prefer({ theme }),
      })),
    },
    "line",
    {
      title: say("account.language"),
      items: languages.map((language) => ({
        label: languageNames[language],
        isChosen: language === preferences.language,
        onChoose: () => prefer({ language }),
      })),
    },
    "line",
    { label: say("account.signOut"), icon: LogOut, onChoose: () => void signOut() },
  ];
  return (
    <footer class="account">
      <Menu label={say("account.menu", { name })} buttonClass="account-button" entries={entries}>
        <span class="account-initials" data-initials={initialsOf(name)} />
        {name}
      </Menu>
    </footer>
  );
}
