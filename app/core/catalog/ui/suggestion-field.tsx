import { type InputHTMLAttributes, useId } from 'react';
import { TextField } from '#kit/text-field.tsx';

interface SuggestionFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  error: string | undefined;
  suggestions: string[];
}

/** A required text that may be one of the suggestions. */
export function SuggestionField({ suggestions, ...field }: SuggestionFieldProps) {
  const list = useId();
  return (
    <>
      <TextField {...field} list={list} autoComplete="off" required />
      <datalist id={list}>
        {suggestions.map((offer) => (
          <option key={offer}>{offer}</option>
        ))}
      </datalist>
    </>
  );
}
