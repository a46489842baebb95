import { useReload } from '#core/live/ui/use-reload.ts';
import { ScreenHead } from '#kit/screen-head.tsx';
import type { Source } from '../list-sources.server.ts';
import { SourcesSection } from './sources-section.tsx';
import { ChangeList } from '#core/imports/ui/change-list.tsx';
import { ViewLinks } from '#kit/list/view-links.tsx';
import { Pages } from '#kit/list/pages.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import type { listPartChanges } from '#core/imports/files/list-part-changes.server.ts';
import { importFailures } from './import-failures.ts';
import { importsList, type ImportsQuery, importViews } from './imports-list.ts';
import { UploadForm } from './upload-form.tsx';

interface ImportsViewProps {
  query: ImportsQuery;
  list: Awaited<ReturnType<typeof listPartChanges>>;
  suppliers: string[];
  sources: Source[];
  asOf: number;
}

export function ImportsView({ query, list, suppliers, sources, asOf }: ImportsViewProps) {
  const { rows, previous, next } = list;
  const { show } = query;
  useReload('admin:parts', asOf);
  return (
    <>
      <ScreenHead title="Import parts from a file">
        <ButtonLink to="/admin/import/databases">ACES and PIES databases</ButtonLink>
        <ButtonLink to="/catalog-import">Import from a website</ButtonLink>
      </ScreenHead>
      <p className="-mt-2 mb-5 max-w-prose text-muted">
        You choose what each column is, and see what would be added, changed and rejected, before anything is
        written.
      </p>
      <UploadForm suppliers={suppliers} />
      <SourcesSection sources={sources} />
      {(rows.length > 0 || show === 'failed') && (
        <section aria-labelledby="imports" className="mt-8">
          <h2 id="imports" className="mb-3 text-xl">
            Imports
          </h2>
          <ViewLinks label="Views of imports" views={importsList.links(query, 'show', importViews)} />
          {rows.length === 0 && <p className="text-muted">No import failed in the last 30 days.</p>}
          <ChangeList rows={rows} heading="h3" failures={importFailures} />
          <Pages
            previous={previous && importsList.write({ show, before: previous })}
            next={next && importsList.write({ show, after: next })}
          />
        </section>
      )}
    </>
  );
}
