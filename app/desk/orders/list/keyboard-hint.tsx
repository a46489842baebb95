import { Checkbox } from '#kit/checkbox.tsx';
import { Icon } from '#kit/icons/icon.tsx';

const keys = [
  ['/', 'Search'],
  ['j', 'Next order'],
  ['k', 'Previous order'],
  ['Enter', 'Open the order'],
  ['x', 'Select the order'],
] as const;

interface KeyboardHintProps {
  areOn: boolean;
  onTurn: (on: boolean) => void;
}

export function KeyboardHint({ areOn, onTurn }: KeyboardHintProps) {
  return (
    <details className="group mt-4 text-sm max-md:hidden">
      <summary className="inline-flex min-h-9 cursor-pointer items-center gap-1 text-muted">
        Keyboard <Icon name="ChevronDown" className="size-4 group-open:rotate-180" />
      </summary>
      <dl className="mt-1 flex flex-wrap gap-x-6 gap-y-2">
        {keys.map(([key, action]) => (
          <div key={key} className="flex items-center gap-2">
            <dt>
              <kbd className="rounded-sm border border-line-strong bg-surface px-1.5 py-0.5 font-stamp">
                {key}
              </kbd>
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label="Keyboard shortcuts"
        checked={areOn}
        onChange={(event) => onTurn(event.target.checked)}
        className="mt-1"
      />
    </details>
  );
}
