import { type ReactNode, useEffect, useState } from 'react';
import { Icon } from '#ui/icons/icon.tsx';
import { useNavigation } from 'react-router';
import type { Part } from '#domain/part.ts';
import { ButtonLink } from '#ui/button-link.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { prepareToasts } from '#ui/show-toast.ts';
import { TextLink } from '#ui/text-link.tsx';
import { whenIdle } from '#ui/when-idle.ts';
import type { FilterOptions } from './filter-options.server.ts';
import { junkyardAddress, type JunkyardSearch } from './junkyard-address.ts';
import { JunkyardCard } from './junkyard-card.tsx';
import { JunkyardForm } from './junkyard-form.tsx';
import { JunkyardFrame } from './junkyard-frame.tsx';
import type { JunkyardList } from './junkyard-list.server.ts';
import type { ConditionColors } from '#features/catalog/search/condition-colors.server.ts';
import { useNoteSearch } from '#features/catalog/search/use-note-search.ts';
import { useTotal } from './use-total.ts';

/** An answer within this time, in milliseconds, is not announced as loading: that would only flicker. */
const UNNOTICED = 150;

interface JunkyardViewProps {
  search: JunkyardSearch;
  options: FilterOptions;
  list: JunkyardList;
  conditionColors: ConditionColors;
  /** The buttons on a part's card. */
  actions: (part: Part) => ReactNode;
}

/** The whole catalogue, searched and filtered (Spec §2, Junkyard catalogue). All of its state stands in the address. */
export function JunkyardView({ search, options, list, conditionColors, actions }: JunkyardViewProps) {
  const { location: coming } = useNavigation();
  const loading = useLasting(coming?.pathname === '/junkyard', UNNOTICED);
  const total = useTotal(search, list);
  const { q, ...filters } = search;
  useNoteSearch(q, total, Object.fromEntries(Object.entries(filters).filter(([, value]) => value)));
  // A network that fails must still be told of.
  useEffect(() => whenIdle(() => void prepareToasts().catch(() => undefined)), []);

  return (
    <JunkyardFrame wanted={search.q}>
      <JunkyardForm search={search} options={options}>
        <p role="status" className="min-h-6 text-muted tabular-nums">
          {loading ? 'Loading...' : total !== null && `${total.toLocaleString('en-US')} parts found`}
        </p>
        <ClosestSpelling search={search} closest={list.parts.length > 0 ? list.closest : null} />
      </JunkyardForm>
      <div aria-busy={loading} className={`transition-opacity ${loading ? 'opacity-50' : ''}`}>
        {list.parts.length > 0 ? (
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,16rem),1fr))] gap-4">
            {list.parts.map((part, index) => (
              <JunkyardCard
                key={part.id}
                part={part}
                conditionColors={conditionColors}
                first={index < 4}
                actions={actions(part)}
              />
            ))}
          </ul>
        ) : (
          <EmptyState
            title="No parts found"
            {...(list.closest !== null && {
              action: <DidYouMean search={search} closest={list.closest} />,
            })}
          >
            Please adjust your search criteria and try again
          </EmptyState>
        )}
        <Pages search={search} list={list} />
      </div>
    </JunkyardFrame>
  );
}

interface ClosestSpellingProps {
  search: JunkyardSearch;
  closest: string | null;
}

/** Below the count, in a line whose room is there anyway: what is found does not move when it appears. */
function ClosestSpelling({ search, closest }: ClosestSpellingProps) {
  return (
    <p
      aria-live="polite"
      className="mr-auto min-w-0 truncate px-1 text-sm max-sm:absolute max-sm:inset-x-0 max-sm:top-[calc(100%-0.625rem)] max-sm:-mx-1 sm:text-base"
    >
      {closest !== null && <DidYouMean search={search} closest={closest} />}
    </p>
  );
}

function DidYouMean({ search, closest }: { search: JunkyardSearch; closest: string }) {
  return (
    <span>
      Did you mean{' '}
      <TextLink to={junkyardAddress({ ...search, q: closest })} preventScrollReset>
        &quot;{closest}&quot;
      </TextLink>
      ?
    </span>
  );
}

/** Links, so that they work before any script has run and each page has an address of its own. */
function Pages({ search, list: { goesOn, next } }: Pick<JunkyardViewProps, 'search' | 'list'>) {
  if (!goesOn && next === null) return null;
  return (
    <nav aria-label="Pages" className="mt-8 flex flex-wrap justify-center gap-3">
      {goesOn && (
        <ButtonLink to={junkyardAddress(search)} size="large">
          <Icon name="ArrowLeft" /> Back to the first parts
        </ButtonLink>
      )}
      {next !== null && (
        <ButtonLink to={junkyardAddress(search, next)} size="large">
          Next page <Icon name="ArrowRight" />
        </ButtonLink>
      )}
    </nav>
  );
}

/** Whether something has been so for this long, in milliseconds. */
function useLasting(now: boolean, long: number): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!now) return;
    const timer = setTimeout(() => setLasting(true), long);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [now, long]);
  return now && lasting;
}
