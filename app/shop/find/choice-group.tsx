import type { MouseEvent, ReactNode } from 'react';
import { type FacetChoice, findWhole, fullLabel, shortLabel } from '#core/search/facet-choice.ts';
import { Skeleton } from '#kit/skeleton.tsx';
import { arrangeChoices } from './arrange-choices.ts';

/** A filter with more choices than a page shows at first has a link that unfolds or folds it. */
export interface Fold {
  /** The number of all choices. */
  all: number;
  isUnfolded: boolean;
  /** The page with the other state, for use without JavaScript. */
  address: string;
  onToggle: () => void;
}

interface ChoiceGroupProps {
  label: string;
  name: string;
  /** Null until they are known. */
  choices: readonly FacetChoice[] | null;
  /** The number of parts that the list has. Null if it is not known. A group whose choices all leave that many is left out. */
  listed: number | null;
  chosen: readonly string[];
  /** The order of the values. By default, they are sorted by name. */
  order?: readonly string[];
  /** By default, the name is the choice's label, or its value. */
  nameOf?: (value: string) => string;
  /** True if several can be chosen. */
  several?: boolean;
  fold?: Fold | undefined;
  /** True if the page came without the choices, so that their space is kept. */
  isReserved?: boolean;
  /** True if the choices could not be loaded. */
  hasFailed?: boolean;
  onChoose: (value: string) => void;
}

/** Shows the choices of one filter with their numbers of parts. All can be shown without JavaScript. */
export function ChoiceGroup({
  label,
  name,
  choices,
  listed,
  chosen,
  order,
  nameOf,
  several,
  fold,
  isReserved = false,
  hasFailed = false,
  onChoose,
}: ChoiceGroupProps) {
  const arranged = arrangeChoices(choices ?? [], chosen, order);
  const isUseful = chosen.length > 0 || arranged.some(({ parts }) => narrows(parts, listed));
  if (choices && !isUseful && !isReserved) return null;
  const type = several ? 'checkbox' : 'radio';
  return (
    <Group label={label} isLoading={choices === null} isReserved={isReserved}>
      {!several && (
        <Choice
          type={type}
          name={name}
          value=""
          checked={chosen.length === 0}
          onChoose={onChoose}
          label="Any"
        />
      )}
      {arranged.map((choice) => (
        <Choice
          key={choice.value}
          type={type}
          name={name}
          value={choice.value}
          checked={chosen.includes(choice.value)}
          onChoose={onChoose}
          label={nameOf?.(choice.value) ?? shortLabel(choice, arranged)}
          fullLabel={findWhole(choice, arranged) ? fullLabel(choice, arranged) : undefined}
          parts={choices ? (choice.parts ?? undefined) : undefined}
        />
      ))}
      {choices === null && !hasFailed && <ChoicesSkeleton />}
      {(choices === null ? hasFailed : arranged.length === 0) && (
        <p className="text-sm text-muted">
          {choices ? 'Nothing to choose from' : 'The choices could not be loaded.'}
        </p>
      )}
      {fold && <Unfold {...fold} label={label} />}
    </Group>
  );
}

/** Tells whether a choice would leave some, but not all of the parts. Null is a number that is not known. */
export function narrows(parts: number | null, listed: number | null): boolean {
  return parts !== 0 && (parts === null || listed === null || parts < listed);
}

function Unfold({ all, isUnfolded, address, onToggle, label }: Fold & { label: string }) {
  function toggle(event: MouseEvent) {
    event.preventDefault();
    onToggle();
  }
  return (
    <a href={address} rel="nofollow" className="unfold" onClick={toggle}>
      {isUnfolded ? 'Show fewer' : `Show all ${all}`}
      <span className="sr-only">: {label}</span>
    </a>
  );
}

export function Group({
  label,
  isLoading = false,
  isReserved = false,
  children,
}: {
  label: string;
  isLoading?: boolean;
  isReserved?: boolean;
  children: ReactNode;
}) {
  return (
    <fieldset
      aria-busy={isLoading || undefined}
      className={isLoading || isReserved ? 'filter-group filter-group-reserved' : 'filter-group'}
    >
      <legend>{label}</legend>
      {children}
    </fieldset>
  );
}

function ChoicesSkeleton() {
  return ['w-3/4', 'w-1/2', 'w-2/3', 'w-2/5', 'w-3/5'].map((width) => (
    <Skeleton key={width} className={`mb-4 h-4 ${width}`} />
  ));
}

interface ChoiceProps {
  type: 'checkbox' | 'radio';
  name: string;
  value: string;
  checked: boolean;
  onChoose: (value: string) => void;
  label: string;
  parts?: number | undefined;
  /** Names a position with its kind: 'Brake pads: Front'. Assistive technology reads it instead of `label`. */
  fullLabel?: string | undefined;
}

export function Choice({ type, name, value, checked, onChoose, label, parts, fullLabel: full }: ChoiceProps) {
  return (
    <label className={full ? 'choice choice-position' : 'choice'}>
      <input
        type={type}
        name={name}
        value={value}
        checked={checked}
        aria-label={full && `${full} ${parts ?? ''}`}
        onChange={() => onChoose(value)}
      />
      {label} {parts !== undefined && <span className="choice-parts">{parts.toLocaleString('en-US')}</span>}
    </label>
  );
}
