import { ChevronDown, type LucideIcon } from "lucide-preact";

interface Props {
  label: string;
  icon?: LucideIcon;
  options: readonly { id: string; name: string }[];
  chosen: string | null;
  onChoose: (id: string) => void;
  /** Said where nothing is chosen. */
  none?: string;
}

/** One of a few, by the platform's own list. A single option is said, not offered. */
export function ChoiceSelect({ label, icon: Icon, options, chosen, onChoose, none }: Props) {
  const picture = Icon && <Icon size={14} strokeWidth={1.75} aria-hidden="true" />;
  const [only] = options;
  if (options.length === 1 && only && (chosen === only.id || (chosen === null && none === undefined))) {
    return (
      <span class="choice-fixed" title={label}>
        {picture}
        <span>{only.name}</span>
      </span>
    );
  }
  const isKnown = options.some(({ id }) => id === chosen);
  return (
    <label class="choice-select" title={label}>
      {picture}
      <span class="visually-hidden">{label}</span>
      <select value={isKnown ? (chosen ?? "") : ""} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {!isKnown && <option value="">{none ?? label}</option>}
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown class="choice-arrow" size={12} strokeWidth={2} aria-hidden="true" />
    </label>
  );
}
