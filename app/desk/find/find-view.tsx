import { EmptyState } from '#kit/empty-state.tsx';
import { TextLink } from '#kit/text-link.tsx';
import type { FoundGroup } from './find-anything.server.ts';

export function FindView({ q, groups }: { q: string; groups: readonly FoundGroup[] }) {
  if (q === '') {
    return (
      <EmptyState icon="Search" title="Find anything">
        Type the number of an order, return, request or message, a name, an email address, a phone number, or
        the name or number of a part.
      </EmptyState>
    );
  }
  if (groups.length === 0) {
    return (
      <EmptyState icon="Search" title={`Nothing found for “${q}”`}>
        Every word has to be in it. Try one word, the beginning of a name, or a number.
      </EmptyState>
    );
  }
  return groups.map((group) => <Group key={group.title} {...group} />);
}

function Group({ title, rows, allAt }: FoundGroup) {
  return (
    <section aria-label={title} className="mb-6">
      <h2 className="mb-1 text-base">{title}</h2>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {rows.map(({ name, to, facts }) => (
          <li key={to} className="flex flex-wrap items-baseline gap-x-3 px-4 py-2">
            <TextLink to={to} className="inline-flex min-h-6 items-center font-semibold">
              {name}
            </TextLink>
            <span className="min-w-0 text-sm break-words text-muted">{facts}</span>
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
