import { formatPartCount } from '#core/catalog/part-count.ts';
import { useAdminTools } from '#core/part-changes/ui/use-admin-tools.ts';
import { useReload } from '#core/live/ui/use-reload.ts';
import { Button } from '#kit/button.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { Pages } from '#kit/list/pages.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { ViewLinks } from '#kit/list/view-links.tsx';
import { ScreenHead } from '#kit/screen-head.tsx';
import { checkKinds, type CheckKind, isGap, listAddress } from './check-address.ts';
import type { listDoubles } from './list-doubles.server.ts';
import { PartLine } from './part-line.tsx';
import type { GapCount, listGaps } from './list-gaps.server.ts';
import type { listNames } from './list-names.server.ts';
import { NamePairs } from './name-pairs.tsx';

interface CheckViewProps {
  asOf: number;
  kind: CheckKind;
  isAdmin: boolean;
  gaps: (Awaited<ReturnType<typeof listGaps>> & { count: GapCount }) | null;
  doubles: Awaited<ReturnType<typeof listDoubles>> | null;
  names: Awaited<ReturnType<typeof listNames>> | null;
}

/** Shows what the catalog likely lacks, or has twice, each with a way to mend it. */
export function CheckView({ asOf, kind, isAdmin, gaps, doubles, names }: CheckViewProps) {
  useReload('admin:parts', asOf);
  const next = gaps?.next ?? doubles?.next;
  return (
    <>
      <ScreenHead title="Check the catalog" />
      <ViewLinks
        label="What to check"
        views={Object.entries(checkKinds).map(([name, label]) => ({
          name: label,
          address: `/admin/check?kind=${name}`,
          isShown: name === kind,
        }))}
      />
      {gaps && isGap(kind) && <Gaps kind={kind} {...gaps} />}
      {doubles && <Doubles {...doubles} />}
      {names && <NamePairs {...names} canRename={isAdmin} />}
      <Pages previous={null} next={next ? `/admin/check?kind=${kind}&after=${next}` : null} />
    </>
  );
}

function Gaps({ kind, rows, count }: NonNullable<CheckViewProps['gaps']> & { kind: CheckKind }) {
  const { editPart } = useAdminTools();
  const list = listAddress(kind);
  const ids = rows.map(({ id }) => id);
  if (rows.length === 0) return <EmptyState title="Nothing is missing" />;
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="text-sm text-muted tabular-nums">
          {count.isMore ? `More than ${formatPartCount(count.parts)}` : formatPartCount(count.parts)}
        </p>
        <Button size="small" onClick={() => ids[0] && editPart(ids[0], ids)}>
          Edit one by one
        </Button>
        {list && <TextLink to={list}>Change many at once</TextLink>}
      </div>
      <ul className="rounded-lg border border-line bg-surface">
        {rows.map((part) => (
          <PartLine key={part.id} part={part} onEdit={() => editPart(part.id, ids)} />
        ))}
      </ul>
    </>
  );
}

function Doubles({ groups, next }: NonNullable<CheckViewProps['doubles']>) {
  const { editPart } = useAdminTools();
  if (groups.length === 0) {
    return next ? (
      <EmptyState title="Nothing found">Continued on the next page.</EmptyState>
    ) : (
      <EmptyState title="No duplicate parts" />
    );
  }
  return (
    <>
      <p className="mb-3 text-sm text-muted">The same OEM number, vehicle and condition.</p>
      <ul className="grid gap-4">
        {groups.map(({ number, condition, count, parts }) => (
          <li
            key={`${number} ${condition} ${parts[0]?.id}`}
            className="rounded-lg border border-line bg-surface"
          >
            <ul>
              {parts.map((part) => (
                <PartLine
                  key={part.id}
                  part={part}
                  onEdit={() =>
                    editPart(
                      part.id,
                      parts.map(({ id }) => id),
                    )
                  }
                />
              ))}
            </ul>
            {count > parts.length && <p className="px-4 py-2 text-sm">and {count - parts.length} more</p>}
          </li>
        ))}
      </ul>
    </>
  );
}
