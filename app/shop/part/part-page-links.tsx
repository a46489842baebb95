import { useState } from 'react';
import type { Part } from '#core/catalog/part.ts';
import { partAddress } from '#core/catalog/part-address.ts';
import { Button } from '#kit/button.tsx';
import { ButtonLink } from '#kit/button-link.tsx';

/** Links to a form for questions about the part, and offers its address to pass on. */
export function PartLinks({ part }: { part: Part }) {
  const [copied, setCopied] = useState<'yes' | 'refused'>();
  const address = () => location.origin + partAddress(part);

  function copy() {
    setCopied(undefined);
    Promise.resolve(navigator.clipboard?.writeText(address()) ?? Promise.reject()).then(
      () => setCopied('yes'),
      () => setCopied('refused'),
    );
  }

  return (
    <div className="-ml-3 flex flex-wrap items-center gap-x-2 print:hidden">
      <ButtonLink to={`/contact?part=${part.id}`} variant="quiet" size="small">
        Ask about this part
      </ButtonLink>
      <Button variant="quiet" size="small" className="noscript:hidden" onClick={copy}>
        Copy link
      </Button>
      <span role="status" className="text-sm text-muted">
        {copied === 'yes' && 'Link copied'}
        {copied === 'refused' && 'Select and copy the link:'}
      </span>
      {copied === 'refused' && (
        <input
          readOnly
          ref={selectText}
          aria-label="Link to this part"
          value={address()}
          className="control mt-1"
        />
      )}
    </div>
  );
}

function selectText(input: HTMLInputElement | null) {
  input?.focus();
  input?.select();
}
