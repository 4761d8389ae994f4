import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";

export interface Tab<Name extends string> {
  name: Name;
  label: string;
  /** Drawn only while its tab is chosen. */
  panel: () => ComponentChildren;
}

export interface TabsProps<Name extends string> {
  /** Names the list of tabs. */
  label: string;
  tabs: readonly Tab<Name>[];
  chosen: Name;
  onChoose: (name: Name) => void;
  /** What stands before the tabs, as a title. */
  title?: ComponentChildren;
}

/** Views of one thing, of which one is shown: arrow keys, Home and End choose, as do clicks. */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose, title }: TabsProps<Name>) {
  const id = useId();
  const buttons = useRef(new Map<Name, HTMLButtonElement>());
  const choose = (tab: Tab<Name> | undefined): void => {
    if (!tab) return;
    onChoose(tab.name);
    buttons.current.get(tab.name)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent & { currentTarget: Element }): void => {
    const at = tabs.findIndex(({ name }) => name === chosen);
    const to = tabAfter(event, at, tabs.length);
    if (to === null) return;
    event.preventDefault();
    choose(tabs[to]);
  };
  const shown = tabs.find(({ name }) => name === chosen);
  return (
    <div class="tabs">
      <div class="tabs-top">
        {title}
        <div class="tabs-list" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
          {tabs.map((tab) => (
            <button
              key={tab.name}
              ref={(element) => {
                if (element) buttons.current.set(tab.name, element);
                else buttons.current.delete(tab.name);
              }}
              type="button"
              role="tab"
              id={`${id}-tab-${tab.name}`}
              aria-selected={tab.name === chosen}
              aria-controls={tab.name === chosen ? `${id}-panel` : undefined}
              tabIndex={tab.name === chosen ? 0 : -1}
              onClick={() => choose(tab)}
            >
              {tab.label}
            </button>
          ))}
        </div>
      </div>
      {shown && (
        <div class="tabs-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${chosen}`}>
          {shown.panel()}
        </div>
      )}
    </div>
  );
}

/** Which tab a key goes to from one of them, null where it is no such key. */
function tabAfter(
  { key, currentTarget }: KeyboardEvent & { currentTarget: Element },
  at: number,
  count: number,
): number | null {
  const onward = getComputedStyle(currentTarget).direction === "rtl" ? -1 : 1;
  switch (key) {
    case "ArrowRight":
      return (at + onward + count) % count;
    case "ArrowLeft":
      return (at - onward + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
