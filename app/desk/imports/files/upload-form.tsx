import { useState } from 'react';
import { useNavigate } from '#kit/offline.ts';
import { importLimits } from '#core/imports/files/import-limits.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { sendAction } from '#kit/actions/send-action.ts';
import { useErrorFocus } from '#kit/form/focus-first-error.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { Field } from '#kit/field.tsx';
import { Progress } from '#kit/progress.tsx';
import { TextField } from '#kit/text-field.tsx';
import { uploadPieces } from './upload-pieces.ts';

const FAILURE = 'Error importing the file';

const megabytes = importLimits.fileBytes / 1024 ** 2;
const HINT = `CSV in any encoding, or .xlsx, at most ${megabytes} MB and ${importLimits.lines.toLocaleString('en-US')} lines. Its first line names the columns.`;

export function UploadForm({ suppliers }: { suppliers: readonly string[] }) {
  const [percent, setPercent] = useState<number>();
  const [result, setResult] = useState<ActionResult>();
  const navigate = useNavigate();
  const busy = percent !== undefined;
  useErrorFocus(result);

  async function upload(form: FormData) {
    const file = form.get('file');
    if (!(file instanceof File) || busy) return;
    setPercent(0);
    setResult(undefined);
    const next = await send(file, String(form.get('supplier')), setPercent);
    setPercent(undefined);
    if (next.done) await navigate(`/admin/import/${next.id}`);
    else setResult(next);
  }

  return (
    <form
      className="grid max-w-xl gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void upload(new FormData(event.currentTarget));
      }}
    >
      {result?.message && <Alert tone="danger" title={result.message} announce />}
      <TextField
        label="Supplier"
        name="supplier"
        list="import-suppliers"
        required
        maxLength={100}
        autoComplete="off"
        hint="The choices for its columns are remembered by this name"
        error={result?.errors?.['supplier']}
      />
      <datalist id="import-suppliers">
        {suppliers.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <Field label="File" hint={HINT} error={result?.errors?.['file']}>
        {(control) => (
          <input
            {...control}
            type="file"
            name="file"
            accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values"
            required
            className="control"
          />
        )}
      </Field>
      {busy && (
        <Progress
          label={percent < 100 ? `Uploading: ${percent}%` : 'Looking at the file...'}
          value={percent}
        />
      )}
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? 'Uploading...' : 'Upload'}
        </Button>
      </div>
    </form>
  );
}

/** Starts an import and uploads its file. */
async function send(
  file: File,
  supplier: string,
  onProgress: (percent: number) => void,
): Promise<ActionResult & { id?: string }> {
  const body = new FormData();
  body.set('name', file.name);
  body.set('bytes', String(file.size));
  body.set('supplier', supplier);
  const started = await sendAction<ActionResult & { id?: string }>('/admin/part-import/new', {
    body,
    failure: FAILURE,
  });
  if (!started.done || !('id' in started) || started.id === undefined) return started;
  const address = `/admin/part-import/${started.id}`;
  const uploaded = await uploadPieces(file, { address: `${address}/pieces`, failure: FAILURE, onProgress });
  if (!uploaded.done) return uploaded;
  const end = new FormData();
  end.set('do', 'read');
  return { ...(await sendAction(address, { body: end, failure: FAILURE })), id: started.id };
}
