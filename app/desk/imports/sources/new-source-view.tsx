import { ScreenHead } from '#kit/screen-head.tsx';
import { SourceForm } from './source-form.tsx';

export function NewSourceView(props: { suppliers: readonly string[]; timeZone: string }) {
  return (
    <>
      <ScreenHead title="Add a scheduled import" back={{ to: '/admin/import', label: 'All imports' }} />
      <p className="-mt-2 mb-5 max-w-prose text-muted">
        The shop fetches the file right away, then on schedule. If you have not chosen the columns of this
        supplier&apos;s files yet, the first run stops, and you choose them there.
      </p>
      <SourceForm suppliers={props.suppliers} timeZone={props.timeZone} />
    </>
  );
}
