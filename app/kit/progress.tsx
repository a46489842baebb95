interface ProgressProps {
  label: string;
  /** Percent. */
  value: number;
}

export function Progress({ label, value }: ProgressProps) {
  return (
    <div>
      <p className="mb-2 text-sm tabular-nums">{label}</p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-2 overflow-hidden rounded-sm bg-line"
      >
        <div className="h-full bg-link transition-[width]" style={{ width: `${value}%` }} />
      </div>
    </div>
  );
}
