import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { importLimits } from '#core/imports/files/import-limits.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { sendAction } from '#kit/actions/send-action.ts';
import { useErrorFocus } from '#kit/form/focus-first-error.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { Field } from '#kit/field.tsx';
import { Progress } from '#kit/progress.tsx';
import { uploadPieces } from './upload-pieces.ts';

const FAILURE = 'Error adding the pictures';

const HINT = `At most ${importLimits.zipBytes / 1024 ** 2} MB and ${importLimits.zipEntries.toLocaleString('en-US')} files, named by stock number, such as A-100.jpg and A-100-2.jpg, or as in the column of pictures. Folders are ignored.`;

/** Uploads a ZIP file with pictures of an import's parts. `replaces` means that another ZIP file waits for the import. */
export function ZipForm({ id, replaces }: { id: string; replaces: boolean }) {
  const [percent, setPercent] = useState<number>();
  const [result, setResult] = useState<ActionResult>();
  const { revalidate } = useRevalidator();
  const busy = percent !== undefined;
  useErrorFocus(result);

  async function upload(form: HTMLFormElement) {
    const file = new FormData(form).get('zip');
    if (!(file instanceof File) || busy) return;
    setPercent(0);
    setResult(undefined);
    const sent = await send(file, { address: `/admin/part-import/${id}`, onProgress: setPercent });
    setPercent(undefined);
    setResult(sent);
    if (sent.done) form.reset();
    await revalidate();
  }

  return (
    <form
      className="mt-4 grid max-w-xl gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void upload(event.currentTarget);
      }}
    >
      {result?.message && <Alert tone="danger" title={result.message} announce />}
      <Field
        label={replaces ? 'Another ZIP file with pictures' : 'ZIP file with pictures'}
        hint={HINT}
        error={result?.errors?.['zip']}
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

async function send(
  file: File,
  { address, onProgress }: { address: string; onProgress: (percent: number) => void },
): Promise<ActionResult> {
  const act = (fields: Record<string, string>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    return sendAction(address, { body, failure: FAILURE });
  };
  const started = await act({ do: 'zip', name: file.name, bytes: String(file.size) });
  if (!started.done) return started;
  const uploaded = await uploadPieces(file, { address: `${address}/pictures`, failure: FAILURE, onProgress });
  return uploaded.done ? act({ do: 'add-pictures' }) : uploaded;
}
