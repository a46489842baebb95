import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { formatPartCount } from '#core/catalog/part-count.ts';
import { sendAction } from '#kit/actions/send-action.ts';
import { Button } from '#kit/button.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { showToast } from '#kit/show-toast.ts';
import { TextLink } from '#kit/text-link.tsx';
import type { NamePair } from './list-names.server.ts';

interface NamePairsProps {
  pairs: NamePair[];
  more: number;
  /** Only admins change many parts at once. */
  canRename: boolean;
}

const kindNames = { make: 'Make', model: 'Model', category: 'Category' } as const;

export function NamePairs({ pairs, more, canRename }: NamePairsProps) {
  if (pairs.length === 0) return <EmptyState title="All names are spelled consistently" level={3} />;
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
            {canRename && <Mend {...pair} />}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-3 text-sm">and {more} more</p>}
    </>
  );
}

function Mend({ kind, make, name, like }: NamePair) {
  const [busy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();
  if (kind === 'category') return <TextLink to="/admin/categories">Rename it under Categories</TextLink>;

  async function rename() {
    if (busy) return;
    setBusy(true);
    const body = new FormData();
    body.set('make', make ?? name);
    if (kind === 'model') body.set('model', name);
    body.set('to', like);
    const { done, message } = await sendAction('/admin/rename-vehicle', { body, failure: 'Error renaming' });
    await revalidate();
    setBusy(false);
    if (message) {
      await showToast({
        title: message,
        kind: done ? 'success' : 'error',
        ...(done && { description: 'See Bulk changes to undo it.' }),
      });
    }
  }

  return (
    <Button size="small" busy={busy} aria-label={`Use ${like} for ${name}`} onClick={() => void rename()}>
      Use {like}
    </Button>
  );
}
