import { Badge } from '#kit/badge.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { Card } from '#kit/card.tsx';
import { ExactTime } from '#core/settings/ui/exact-time.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { describeSource, describeState, hasNextRun } from '../describe-source.ts';
import type { Source } from '../list-sources.server.ts';

export function SourcesSection({ sources }: { sources: readonly Source[] }) {
  return (
    <section aria-labelledby="sources" className="mt-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="sources" className="text-xl">
          Scheduled imports
        </h2>
        <ButtonLink to="/admin/import/sources/new">Add scheduled import</ButtonLink>
      </div>
      {sources.length === 0 ? (
        <p className="max-w-prose text-muted">
          The shop can fetch a supplier&apos;s file automatically, from every 15 minutes to once a day.
        </p>
      ) : (
        <ul className="grid gap-3">
          {sources.map((source) => (
            <Card key={source.id} as="li">
              <SourceCard source={source} />
            </Card>
          ))}
        </ul>
      )}
    </section>
  );
}

function SourceCard({ source }: { source: Source }) {
  const { text, tone } = describeState(source);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-lg wrap-anywhere">
          <TextLink to={`/admin/import/sources/${source.id}`}>{source.supplier}</TextLink>
        </h3>
        <Badge tone={tone}>{text}</Badge>
      </div>
      <p className="mt-1 text-sm wrap-anywhere text-muted">
        {describeSource(source)}
        {hasNextRun(source) && (
          <>
            , next <ExactTime time={source.nextRunAt} />
          </>
        )}
      </p>
      {source.problem !== null && <p className="mt-2 wrap-anywhere">{source.problem}</p>}
    </>
  );
}
