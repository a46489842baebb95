import { useNavigate } from '#kit/offline.ts';
import { importLimits } from '#core/imports/files/import-limits.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { Field } from '#kit/field.tsx';
import { Progress } from '#kit/progress.tsx';
import { TextField } from '#kit/text-field.tsx';
import { UPLOAD_FAILURE } from './import-failures.ts';
import { useUpload } from './use-upload.ts';

const megabytes = importLimits.fileBytes / 1024 ** 2;
const HINT = `CSV in any encoding, .xlsx, or PIES and ACES as XML or ZIP, at most ${megabytes} MB and ${importLimits.lines.toLocaleString('en-US')} lines. The first line of a CSV or .xlsx file names the columns.`;

export function UploadForm({ suppliers }: { suppliers: readonly string[] }) {
  const navigate = useNavigate();
  const {
    busy,
    percent = 0,
    errors,
    problem,
    start,
  } = useUpload({
    failure: UPLOAD_FAILURE,
    next: ({ id = '' }) => ({ pieces: `/admin/part-import/${id}/pieces`, end: { intent: 'read', id } }),
    onDone: ({ id }) => void navigate(`/admin/import/${id}`),
  });

  return (
    <form
      className="grid max-w-xl gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const file = form.get('file');
        if (file instanceof File) start(file, { intent: 'start', supplier: String(form.get('supplier')) });
      }}
    >
      {problem && <Alert tone="danger" title={problem} announce />}
      <TextField
        label="Supplier"
        name="supplier"
        list="import-suppliers"
        required
        maxLength={100}
        autoComplete="off"
        hint="We’ll reuse this supplier’s columns"
        error={errors['supplier']}
      />
      <datalist id="import-suppliers">
        {suppliers.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <Field label="File" hint={HINT} error={errors['file']}>
        {(control) => (
          <input
            {...control}
            type="file"
            name="file"
            accept=".csv,.tsv,.txt,.xlsx,.xml,.zip,text/csv,text/tab-separated-values,text/xml,application/zip"
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
