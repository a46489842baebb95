import { useEffect, useRef } from 'react';
import { Form, useLocation, useNavigation } from 'react-router';
import { Button } from '#kit/button.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { ScreenHead } from '#kit/screen-head.tsx';
import { TextField } from '#kit/text-field.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { MAX_SEARCH_LENGTH } from '#core/values/list-address.ts';
import type { FoundGroup } from './find-anything.server.ts';

interface FindViewProps {
  q: string;
  groups: readonly FoundGroup[];
}

export function FindView({ q, groups }: FindViewProps) {
  const { key } = useLocation();
  const isSearching = useNavigation().location?.search !== undefined;
  return (
    <>
      <ScreenHead title="Find" />
      <Form role="search" className="mb-6 flex max-w-2xl gap-2">
        <FindField key={key} q={q} />
        <Button type="submit" variant="primary" busy={isSearching}>
          Find
        </Button>
      </Form>
      <div role="status" className="sr-only">
        {q !== '' && describeFound(groups)}
      </div>
      {q === '' ? (
        <p className="max-w-prose text-muted">
          Searches orders, returns, parts, cars, customers, requests and messages. The number of an order or a
          return leads to its page. Press Ctrl+K on any screen to come here.
        </p>
      ) : groups.length === 0 ? (
        <EmptyState icon="Search" title={`Nothing found for "${q}"`}>
          Every word has to be in it. Try one word, the beginning of a name, or a number.
        </EmptyState>
      ) : (
        <div className="columns-1 gap-6 xl:columns-2">
          {groups.map((group) => (
            <Group key={group.title} {...group} />
          ))}
        </div>
      )}
    </>
  );
}

function FindField({ q }: { q: string }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Who comes by the side bar or by Ctrl+K wants to type.
    if (q === '') field.current?.focus();
  }, [q]);
  return (
    <TextField
      ref={field}
      type="search"
      name="q"
      label="Find anything"
      hideLabel
      placeholder="Number, name, email, phone, part"
      maxLength={MAX_SEARCH_LENGTH}
      autoComplete="off"
      spellCheck={false}
      defaultValue={q}
      className="grow"
    />
  );
}

function describeFound(groups: readonly FoundGroup[]): string {
  if (groups.length === 0) return 'Nothing found';
  return `Found: ${groups.map(({ title }) => title.toLowerCase()).join(', ')}`;
}

function Group({ title, rows, allAt }: FoundGroup) {
  return (
    <section aria-label={title} className="mb-6 break-inside-avoid">
      <h2 className="mb-2">{title}</h2>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {rows.map(({ name, to, facts }) => (
          <li key={to} className="px-4 py-2">
            <TextLink to={to} className="inline-flex min-h-6 items-center font-semibold wrap-anywhere">
              {name}
            </TextLink>
            <p className="text-sm wrap-anywhere text-muted">{facts}</p>
          </li>
        ))}
        {allAt !== null && (
          <li className="px-4 py-2">
            <TextLink to={allAt} className="inline-flex min-h-6 items-center">
              All {title.toLowerCase()}
            </TextLink>
          </li>
        )}
      </ul>
    </section>
  );
}
