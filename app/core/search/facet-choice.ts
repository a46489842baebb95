/** A choice of a filter, with the number of parts that it would leave. */
export interface FacetChoice {
  value: string;
  /** Null if only a sample was counted, because too many parts are found. */
  parts: number | null;
  /** What is shown for the value, if it is not the value. */
  label?: string;
}

/** Tells whether a choice is a position of the kind before it: 'brake-pads:front', whose label is 'Front'. */
export function isPosition({ value, label }: Pick<FacetChoice, 'value' | 'label'>): boolean {
  return label !== undefined && value.includes(':');
}

/** Returns the value of the kind whose position a choice is, else its own value. */
export function wholeOf(choice: FacetChoice): string {
  return isPosition(choice) ? choice.value.replace(/:.*/, '') : choice.value;
}

/** Returns what a choice is called out of the list: 'Brake pads: Front'. */
export function fullLabel(choice: FacetChoice, choices: readonly FacetChoice[]): string {
  const { label = choice.value } = choice;
  const whole = isPosition(choice) && choices.find(({ value }) => value === wholeOf(choice));
  return whole ? `${whole.label}: ${label}` : label;
}
