import { Check, type LucideIcon } from "lucide-preact";
import type { ComponentChildren, RefObject } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useFloating } from "./use-floating.ts";

export interface MenuItem {
  label: string;
  icon?: LucideIcon;
  /** What cannot be undone stands in the colour of danger. */
  isDanger?: boolean;
  isDisabled?: boolean;
  /** One of several that exclude each other: whether it is the chosen one. */
  isChosen?: boolean;
  /** One of several that can be chosen together: whether it is. The menu stays open. */
  isChecked?: boolean;
  onChoose: () => void;
}

/** Items under a title. */
export interface MenuGroup {
  title: string;
  items: readonly MenuItem[];
}

/** An item, a group of them, or a line between. */
export type MenuEntry = MenuItem | MenuGroup | "line";

export interface MenuProps {
  /** Names the button and the menu. */
  label: string;
  /** A picture instead of words. */
  icon?: LucideIcon;
  /** What stands on the button. */
  children?: ComponentChildren;
  /** The button's class; `icon-button` or `button` if not told. */
  buttonClass?: string;
  entries: readonly MenuEntry[];
  align?: "start" | "end";
  buttonRef?: RefObject<HTMLButtonElement>;
}

type Opened = "first" | "last" | null;

/** A button that opens a menu: arrows, Home, End and first letters move, Enter chooses, Esc and Tab close. */
export function Menu({ label, icon: Icon, children, buttonClass, entries, align = "start", buttonRef }: MenuProps) {
  const id = useId();
  const ownButton = useRef<HTMLButtonElement>(null);
  const button = buttonRef ?? ownButton;
  const list = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<Opened>(null);
  useFloating(opened !== null, list, button, align);
  useLayoutEffect(() => {
    if (opened)
      itemsOf(list.current)
        .at(opened === "first" ? 0 : -1)
        ?.focus();
  }, [opened]);
  const close = (isFocusReturned: boolean): void => {
    setOpened(null);
    if (isFocusReturned) button.current?.focus();
  };
  const onButtonKey = (event: KeyboardEvent): void => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    setOpened(event.key === "ArrowDown" ? "first" : "last");
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        class={buttonClass ?? (Icon ? "icon-button" : "button")}
        data-kind={Icon ? undefined : "quiet"}
        aria-label={label}
        title={Icon ? label : undefined}
        aria-haspopup="menu"
        aria-expanded={opened !== null}
        aria-controls={opened ? id : undefined}
        onClick={() => (opened ? close(true) : setOpened("first"))}
        onKeyDown={onButtonKey}
      >
        {Icon && <Icon size={15} strokeWidth={1.75} aria-hidden="true" />}
        {children}
      </button>
      <div
        ref={list}
        id={id}
        popover="manual"
        class="menu floating"
        role="menu"
        aria-label={label}
        onKeyDown={(event) => onMenuKey(event, list.current, close)}
        onFocusOut={({ relatedTarget }) => {
          const isStill = relatedTarget instanceof Node && list.current?.contains(relatedTarget);
          // A click on the button closes by itself.
          if (!isStill && relatedTarget !== button.current) close(false);
        }}
      >
        {opened && entries.map((entry, at) => <Entry key={at} entry={entry} close={() => close(true)} />)}
      </div>
    </>
  );
}

function Entry({ entry, close }: { entry: MenuEntry; close: () => void }) {
  if (entry === "line") return <hr role="separator" />;
  if (!("items" in entry)) return <Item item={entry} close={close} />;
  return (
    <div role="group" aria-label={entry.title}>
      <div class="menu-title" aria-hidden="true">
        {entry.title}
      </div>
      {entry.items.map((item, at) => (
        <Item key={at} item={item} close={close} />
      ))}
    </div>
  );
}

function Item({ item, close }: { item: MenuItem; close: () => void }) {
  const { label, icon: Icon, isDanger, isDisabled, isChosen, isChecked, onChoose } = item;
  const isOn = isChosen ?? isChecked;
  return (
    <button
      type="button"
      role={isOn === undefined ? "menuitem" : isChecked === undefined ? "menuitemradio" : "menuitemcheckbox"}
      aria-checked={isOn}
      aria-disabled={isDisabled}
      tabIndex={-1}
      data-danger={isDanger}
      onPointerMove={({ currentTarget }) => currentTarget.focus({ preventScroll: true })}
      onClick={() => {
        if (isDisabled) return;
        if (isChecked === undefined) close();
        onChoose();
      }}
    >
      {Icon && <Icon size={15} strokeWidth={1.75} aria-hidden="true" />}
      <span>{label}</span>
      {isOn && <Check size={15} strokeWidth={2} aria-hidden="true" />}
    </button>
  );
}

const itemsOf = (list: HTMLElement | null): HTMLElement[] =>
  Array.from(list?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? []);

function onMenuKey(event: KeyboardEvent, list: HTMLElement | null, close: (isFocusReturned: boolean) => void): void {
  const items = itemsOf(list);
  const at = items.findIndex((item) => item === event.target);
  const to = itemAfter(event.key, at, items);
  if (event.key === "Tab") return close(true);
  if (event.key !== "Escape" && to === null) return;
  event.preventDefault();
  event.stopPropagation();
  if (to === null) close(true);
  else items[to]?.focus();
}

/** Which item a key goes to, null where it is no such key. A letter goes to the next item that begins with it. */
function itemAfter(key: string, at: number, items: readonly HTMLElement[]): number | null {
  const count = items.length;
  switch (key) {
    case "ArrowDown":
      return (at + 1) % count;
    case "ArrowUp":
      return (at - 1 + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
  }
  if (key.length !== 1 || key === " ") return null;
  const letter = key.toLocaleLowerCase();
  const begins = (item: HTMLElement | undefined): boolean =>
    item?.textContent?.trim().toLocaleLowerCase().startsWith(letter) ?? false;
  const steps = items.findIndex((_item, step) => begins(items[(at + 1 + step) % count]));
  return steps < 0 ? null : (at + 1 + steps) % count;
}
