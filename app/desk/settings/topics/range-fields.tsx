import { useId } from 'react';
import { FieldError } from '#kit/field.tsx';
import { formatError, type SettingProps } from './setting-fields.tsx';
import { wholeText } from './setting-text.ts';
import { useSetting, useTopicFields } from './use-topic-form.ts';

interface RangeEnd {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

interface RangeFieldsProps {
  ends: readonly [RangeEnd, RangeEnd];
  type?: 'time' | 'text';
  inputMode?: 'numeric';
  className: string;
  error: string | undefined;
}

/** Shows two inputs with one error. */
export function RangeFields({ ends, className, error, ...input }: RangeFieldsProps) {
  const id = useId();
  const [from, to] = ends.map(({ label, value, onChange }) => (
    <input
      key={label}
      {...input}
      autoComplete="off"
      aria-label={label}
      aria-invalid={error === undefined ? undefined : true}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
      className={`control ${className}`}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  ));
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {from}
        <span className="text-muted">to</span>
        {to}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </>
  );
}

/** Returns the first reason at a setting that is a range, or at one of its ends. */
export function useRangeError(path: string, label: string, ends: readonly string[]): string | undefined {
  const { errorAt } = useTopicFields();
  const reasons = [path, ...ends.map((end) => `${path}.${end}`)].map((each) => errorAt(each));
  return formatError(
    label,
    reasons.find((reason) => reason !== undefined),
  );
}

/** Sets a range of business days. Two empty fields mean no range. */
export function DaysSetting({ path, label, hint, className }: SettingProps) {
  const { value, change } = useSetting(path);
  const error = useRangeError(path, label, ['min', 'max']);
  const days = { min: '', max: '', ...(value as object | null) };

  function type(end: 'min' | 'max', text: string) {
    const next = { ...days, [end]: wholeText.read(text) };
    change(next.min === '' && next.max === '' ? null : next);
  }

  return (
    <fieldset className={className}>
      <legend className="mb-1 flex min-h-6 items-center text-sm font-semibold">{label}</legend>
      <RangeFields
        ends={[
          { label: `${label}: from`, value: String(days.min), onChange: (text) => type('min', text) },
          { label: `${label}: to`, value: String(days.max), onChange: (text) => type('max', text) },
        ]}
        inputMode="numeric"
        className="w-16"
        error={error}
      />
      {hint !== undefined && <p className="mt-1.5 text-sm text-muted">{hint}</p>}
    </fieldset>
  );
}
