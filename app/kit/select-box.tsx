interface SelectBoxProps {
  label: string;
  checked: boolean;
  onChange: () => void;
}

/** Chooses a row of a list. */
export function SelectBox({ label, checked, onChange }: SelectBoxProps) {
  return (
    <label className="grid size-11 shrink-0 cursor-pointer place-items-center">
      <span className="sr-only">{label}</span>
      <input type="checkbox" checked={checked} onChange={onChange} className="size-5 accent-focus" />
    </label>
  );
}
