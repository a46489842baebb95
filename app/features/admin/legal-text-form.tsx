import type { LegalEditor } from '#domain/legal-editor.ts';
import { MAX_LEGAL_TEXT_LENGTH } from '#domain/legal-page.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/text-area.tsx';

interface LegalTextFormProps {
  title: string;
  body: string;
  busy: boolean;
  changed: boolean;
  placeholders: LegalEditor['placeholders'];
  onChange: (body: string) => void;
  onPreview: () => void;
  onPublish: () => void;
}

export function LegalTextForm({ title, body, busy, changed, ...props }: LegalTextFormProps) {
  const { placeholders, onChange, onPreview, onPublish } = props;
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onPreview();
      }}
    >
      <TextArea
        label={`Text of the ${title}`}
        hint="Markdown without HTML: ## and ### for headings, - and 1. for lists, **bold**, *italic*, [link](/contact), tables with |."
        rows={20}
        maxLength={MAX_LEGAL_TEXT_LENGTH}
        spellCheck
        value={body}
        onChange={(event) => onChange(event.target.value)}
      />
      <details>
        <summary className="cursor-pointer font-semibold">Placeholders for values from the settings</summary>
        <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 text-sm wrap-anywhere">
          {placeholders.map(({ name, value }) => (
            <div key={name} className="col-span-2 grid grid-cols-subgrid">
              <dt className="font-mono">{`{${name}}`}</dt>
              <dd className="text-muted">{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          Preview
        </Button>
        <Button variant="primary" disabled={busy || !changed} onClick={onPublish}>
          Publish new version
        </Button>
      </div>
    </form>
  );
}
