/** A choice of a filter, with the number of parts that it would leave. */
export interface FacetChoice {
  value: string;
  /** Null if only a sample was counted, because too many parts are found. */
  parts: number | null;
  /** Shown instead of the value. */
  label?: string;
}

/** Returns the kind whose position a choice is: of 'brake-pads:front', the choice 'brake-pads' of the same list. */
export function findWhole({ value }: FacetChoice, choices: readonly FacetChoice[]): FacetChoice | undefined {
  const [key, place] = value.split(':');
  return place === undefined
    ? undefined
    : choices.find((other) => other.value === key && other.label !== undefined);
}

/** Names a choice in its list, without the words of the search (positions.ts), which no page loads. */
export function shortLabel(choice: FacetChoice, choices: readonly FacetChoice[]): string {
  if (!findWhole(choice, choices)) return choice.label ?? choice.value;
  const place = choice.value.replace(/.*:/, '');
  if (place === 'left') return 'Driver side';
  return place === 'right' ? 'Passenger side' : place.charAt(0).toUpperCase() + place.slice(1);
}

/** Names a choice where its list is not in sight: 'Brake pads: Front'. */
export function fullLabel(choice: FacetChoice, choices: readonly FacetChoice[]): string {
  const whole = findWhole(choice, choices);
  const short = shortLabel(choice, choices);
  return whole ? `${whole.label}: ${short}` : short;
}
