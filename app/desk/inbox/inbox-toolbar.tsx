import { useEffect, useRef } from 'react';
import { useNavigate } from '#kit/offline.ts';
import type { InboxKind } from '#core/inbox/inbox.ts';
import { TextField } from '#kit/text-field.tsx';
import { ViewLinks } from '#kit/list/view-links.tsx';
import {
  inboxLists,
  inboxPaths,
  type InboxQuery,
  type InboxView,
  inboxViews,
} from '#core/inbox/inbox-address.ts';
import { kindTexts } from './inbox-texts.ts';

const DEBOUNCE_MS = 250;

interface InboxToolbarProps {
  kind: InboxKind;
  query: InboxQuery;
  counts: Record<InboxView, number>;
}

export function InboxToolbar({ kind, query, counts }: InboxToolbarProps) {
  const { view, q } = query;
  const address = inboxLists[kind];
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
    void navigate(address.write(address.read(wanted)), { replace: true, preventScrollReset: true });
  }

  return (
    <div className="list-bar">
      <ViewLinks
        label={title}
        views={address
          .links(query, 'view', inboxViews)
          .map((link) => Object.assign(link, { count: counts[link.value].toLocaleString('en-US') }))}
      />
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
          maxLength={200}
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
    </div>
  );
}
