import { useRef } from 'react';
import { importLimits } from '#core/imports/files/import-limits.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { Field } from '#kit/field.tsx';
import { Progress } from '#kit/progress.tsx';
import { importFailures } from './import-failures.ts';
import { useUpload } from './use-upload.ts';

const HINT = `At most ${importLimits.zipBytes / 1024 ** 2} MB and ${importLimits.zipEntries.toLocaleString('en-US')} files, named by stock number, such as A-100.jpg and A-100-2.jpg, or as in the column of pictures. Folders are ignored.`;

/** Uploads a ZIP file with pictures of an import's parts. `replaces` means that another ZIP file waits for the import. */
export function ZipForm({ id, replaces }: { id: string; replaces: boolean }) {
  const form = useRef<HTMLFormElement>(null);
  const {
    busy,
    percent = 0,
    errors,
    problem,
    start,
  } = useUpload({
    failure: importFailures.zip,
    next: () => ({ pieces: `/admin/part-import/${id}/pictures`, end: { intent: 'add-pictures' } }),
    onDone: () => form.current?.reset(),
  });

  return (
    <form
      ref={form}
      className="mt-4 grid max-w-xl gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const file = new FormData(event.currentTarget).get('zip');
        if (file instanceof File) start(file, { intent: 'zip' });
      }}
    >
      {problem && <Alert tone="danger" title={problem} announce />}
      <Field
        label={replaces ? 'Another ZIP file with pictures' : 'ZIP file with pictures'}
        hint={HINT}
        error={errors['zip']}
      >
        {(control) => (
          <input
            {...control}
            type="file"
            name="zip"
            accept=".zip,application/zip"
            required
            className="control"
          />
        )}
      </Field>
      {busy && <Progress label={`Uploading: ${percent}%`} value={percent} />}
      <div>
        <Button type="submit" busy={busy}>
          {busy ? 'Uploading...' : 'Upload pictures'}
        </Button>
      </div>
    </form>
  );
}
