import { TextLink } from '#kit/text-link.tsx';
import { SourceForm } from './source-form.tsx';

export function NewSourceView(props: { suppliers: readonly string[]; timeZone: string }) {
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2>Add a scheduled import</h2>
        <p className="text-sm">
          <TextLink to="/admin/import">All imports</TextLink>
        </p>
      </div>
      <p className="mb-5 max-w-prose text-muted">
        The shop fetches the file right away, then on schedule. If you have not chosen the columns of this
        supplier’s files yet, the first run stops, and you choose them there.
      </p>
      <SourceForm suppliers={props.suppliers} timeZone={props.timeZone} />
    </>
  );
}
