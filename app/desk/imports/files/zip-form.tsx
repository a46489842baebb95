import { importLimits } from '#core/imports/files/import-limits.ts';
import { FileUpload } from './file-upload.tsx';
import { importFailures } from './import-failures.ts';

const HINT = `At most ${importLimits.zipBytes / 1024 ** 2} MB and ${importLimits.zipEntries.toLocaleString('en-US')} files, named by stock number, such as A-100.jpg and A-100-2.jpg, or as in the column of pictures. Folders are ignored.`;

/** Uploads a ZIP file with pictures of an import's parts. `replaces` means that another ZIP file waits for the import. */
export function ZipForm({ id, replaces }: { id: string; replaces: boolean }) {
  return (
    <div className="mt-4">
      <FileUpload
        name="zip"
        label={replaces ? 'Another ZIP file with pictures' : 'ZIP file with pictures'}
        hint={HINT}
        accept=".zip,application/zip"
        send="Upload pictures"
        failure={importFailures.zip}
        start={() => ({ intent: 'zip' })}
        next={() => ({ pieces: `/admin/part-import/${id}/pictures`, end: { intent: 'add-pictures' } })}
      />
    </div>
  );
}
