import { useNavigate } from '#kit/offline.ts';
import { importLimits } from '#core/imports/files/import-limits.ts';
import { TextField } from '#kit/text-field.tsx';
import { FileUpload } from './file-upload.tsx';
import { UPLOAD_FAILURE } from './import-failures.ts';

const megabytes = importLimits.fileBytes / 1024 ** 2;
const HINT = `CSV in any encoding, .xlsx, or PIES and ACES as XML or ZIP, at most ${megabytes} MB and ${importLimits.lines.toLocaleString('en-US')} lines`;

export function UploadForm({ suppliers }: { suppliers: readonly string[] }) {
  const navigate = useNavigate();
  return (
    <FileUpload
      name="file"
      label="File"
      hint={HINT}
      accept=".csv,.tsv,.txt,.xlsx,.xml,.zip,text/csv,text/tab-separated-values,text/xml,application/zip"
      send="Upload"
      variant="primary"
      failure={UPLOAD_FAILURE}
      start={(form) => ({ intent: 'start', supplier: String(form.get('supplier')) })}
      next={({ id = '' }) => ({ pieces: `/admin/part-import/${id}/pieces`, end: { intent: 'read', id } })}
      onDone={({ id }) => void navigate(`/admin/import/${id}`)}
    >
      {(errors) => (
        <>
          <TextField
            label="Supplier"
            name="supplier"
            list="import-suppliers"
            required
            maxLength={100}
            autoComplete="off"
            hint="We'll reuse this supplier's columns"
            error={errors['supplier']}
          />
          <datalist id="import-suppliers">
            {suppliers.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </datalist>
        </>
      )}
    </FileUpload>
  );
}
