import { formatPartCount } from '#core/catalog/part-count.ts';
import { EmptyState } from '#kit/empty-state.tsx';
import { ActionButton, type ActionButtonProps } from '#kit/form/action-button.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { TextLink } from '#kit/text-link.tsx';
import { BULK_CHANGES_PATH, bulkFailures } from '../bulk-changes-action.ts';
import type { NamePair } from './list-names.server.ts';

interface NamePairsProps {
  pairs: NamePair[];
  more: number;
  /** Only admins change many parts at once. */
  canRename: boolean;
}

const kindNames = { make: 'Make', model: 'Model', category: 'Category' } as const;

export function NamePairs({ pairs, more, canRename }: NamePairsProps) {
  const action = useAction({ address: BULK_CHANGES_PATH, failure: bulkFailures.rename });
  if (pairs.length === 0) return <EmptyState title="All names are spelled consistently" />;
  return (
    <>
      <ul className="rounded-lg border border-line bg-surface">
        {pairs.map((pair) => (
          <li
            key={JSON.stringify(pair)}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 last:border-b-0"
          >
            <div className="min-w-0 flex-1 basis-56">
              <p className="font-semibold wrap-anywhere">
                {pair.name} and {pair.like}
              </p>
              <p className="text-sm text-muted">
                {[kindNames[pair.kind], pair.make && `of ${pair.make}`].filter(Boolean).join(' ')}.{' '}
                {pair.name}: {formatPartCount(pair.parts)}
              </p>
            </div>
            {canRename && <Mend action={action} pair={pair} />}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-3 text-sm">and {more} more</p>}
    </>
  );
}

interface MendProps extends Pick<ActionButtonProps, 'action'> {
  pair: NamePair;
}

function Mend({ action, pair: { kind, make, name, like } }: MendProps) {
  if (kind === 'category') return <TextLink to="/admin/categories">Rename it under Categories</TextLink>;
  return (
    <ActionButton
      action={action}
      fields={{
        intent: 'rename-vehicle',
        make: make ?? name,
        ...(kind === 'model' && { model: name }),
        to: like,
      }}
      size="small"
      aria-label={`Use ${like} for ${name}`}
    >
      Use {like}
    </ActionButton>
  );
}
