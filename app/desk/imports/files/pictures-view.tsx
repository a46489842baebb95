import { Alert } from '#kit/alert.tsx';
import { Progress } from '#kit/progress.tsx';
import { ActionButton } from '#kit/form/action-button.tsx';
import { useAction } from '#kit/form/use-action.ts';
import type { PartImport } from '#core/imports/files/list-part-changes.server.ts';
import type { ImportPictures } from './list-pictures.server.ts';
import { importFailures } from './import-failures.ts';
import { ZipForm } from './zip-form.tsx';

interface PicturesOfImportProps {
  row: PartImport;
  pictures: ImportPictures;
}

const format = (count: number) => count.toLocaleString('en-US');

/** Shows the pictures that an import adds: their progress, failures, and the form of a ZIP file. */
export function PicturesOfImport({ row, pictures }: PicturesOfImportProps) {
  const retrying = useAction({ failure: importFailures['retry-pictures'] });
  const { id, state, zipName, zipState } = row;
  const { total, done, failed, again, failures } = pictures;
  const isWorking = state === 'ended' && (zipState === 'ready' || done + failed < total);
  return (
    <section aria-labelledby="import-pictures" className="my-6 max-w-3xl">
      <h2 id="import-pictures" className="mb-2">
        Pictures
      </h2>
      {state !== 'ended' && zipState === 'ready' && (
        <Alert tone="info" title={`${zipName} is uploaded`} className="mb-4">
          Its pictures are added when the lines are imported.
        </Alert>
      )}
      {total > 0 && (
        <div className="mb-3 max-w-xl">
          <Progress
            label={`${format(done)} of ${format(total)} pictures fetched, ${format(failed)} failed`}
            value={Math.floor(((done + failed) / total) * 100)}
          />
        </div>
      )}
      {failed > 0 && (
        <>
          <ul className="rounded-lg border border-line bg-surface text-sm">
            {failures.map((failure) => (
              <li key={failure.id} className="border-b border-line px-4 py-2 last:border-none">
                <span className="wrap-anywhere">
                  {failure.line !== null && `Line ${format(failure.line)}: `}
                  {failure.source}
                </span>
                <span className="block wrap-anywhere text-danger">{failure.reason}</span>
              </li>
            ))}
          </ul>
          <p className="mt-3 text-sm">
            {failed > failures.length && `The first ${failures.length} of ${format(failed)} are shown. `}
            <a href={`/admin/part-import/${id}/pictures.csv`} download className="link">
              Download the failed pictures as CSV
            </a>
          </p>
          {again > 0 && (
            <ActionButton action={retrying} fields={{ intent: 'retry-pictures' }} className="mt-3">
              Try again
            </ActionButton>
          )}
        </>
      )}
      {!isWorking && <ZipForm id={id} replaces={zipState === 'ready'} />}
    </section>
  );
}
