import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { classNames } from '#ui/class-names.ts';
import { Link } from '#ui/link.tsx';
import { TextField } from '#ui/text-field.tsx';
import {
  inboxAddress,
  inboxPaths,
  type InboxQuery,
  type InboxView,
  inboxViews,
  MAX_SEARCH_LENGTH,
  readInboxQuery,
} from './inbox-address.ts';
import { kindTexts } from './inbox-texts.ts';

const DEBOUNCE_MS = 250;

interface InboxToolbarProps {
  query: InboxQuery;
  counts: Record<InboxView, number>;
}

export function InboxToolbar({ query, counts }: InboxToolbarProps) {
  const { kind, view, q } = query;
  const { title, search, placeholder } = kindTexts[kind];
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // Do not overwrite what is being typed.
    if (box.current && box.current !== document.activeElement) box.current.value = q;
  }, [q]);

  function searchNow() {
    clearTimeout(timer.current);
    const wanted = new URLSearchParams({ view, q: box.current?.value ?? '' });
    void navigate(inboxAddress(readInboxQuery(kind, wanted)), { replace: true, preventScrollReset: true });
  }

  return (
    <>
      <nav aria-label={title}>
        <ul className="-mx-1 mb-3 flex flex-wrap gap-1">
          {(Object.keys(inboxViews) as InboxView[]).map((each) => (
            <li key={each}>
              <Link
                to={inboxAddress({ kind, view: each, q })}
                preventScrollReset
                aria-current={each === view ? 'page' : undefined}
                className={classNames('header-link gap-1.5', each === view && 'bg-chosen')}
              >
                {inboxViews[each]}
                <span className="min-w-6 text-sm font-normal text-muted tabular-nums">
                  {counts[each].toLocaleString('en-US')}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <form
        role="search"
        action={inboxPaths[kind]}
        onSubmit={(event) => {
          event.preventDefault();
          searchNow();
        }}
      >
        <TextField
          type="search"
          name="q"
          label={search}
          hideLabel
          placeholder={placeholder}
          maxLength={MAX_SEARCH_LENGTH}
          autoComplete="off"
          ref={box}
          defaultValue={q}
          onChange={() => {
            clearTimeout(timer.current);
            timer.current = setTimeout(searchNow, DEBOUNCE_MS);
          }}
        />
        {view !== 'open' && <input type="hidden" name="view" value={view} />}
      </form>
    </>
  );
}
