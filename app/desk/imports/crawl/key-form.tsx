import { type FormEvent, useState } from 'react';
import { isApiKey } from '#core/imports/crawl/crawl.ts';
import { Button } from '#kit/button.tsx';
import { showToast } from '#kit/show-toast.ts';
import { TextField } from '#kit/text-field.tsx';
import { storeKey } from './key-store.ts';

const INVALID = 'Please enter a valid API key';

export function KeyForm({ onSaved, onCancel }: { onSaved?: () => void; onCancel?: () => void }) {
  const [error, setError] = useState<string>();

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const key = String(new FormData(event.currentTarget).get('key') ?? '').trim();
    if (!isApiKey(key)) return showError(INVALID);
    if (!storeKey(key))
      return showError("This browser couldn't store the key: its storage is full or blocked");
    void showToast({ kind: 'success', title: 'Success: Firecrawl API key saved successfully' });
    onSaved?.();
  }

  function showError(message: string) {
    setError(message);
    void showToast({ kind: 'error', title: `Error: ${message}` });
  }

  return (
    <form onSubmit={save} noValidate className="max-w-lg">
      <TextField
        label="Firecrawl API Key"
        name="key"
        type="password"
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        hint="Stored in this browser. Each crawl sends it to the shop's server, which deletes it when the crawl ends."
        error={error}
        onChange={() => setError(undefined)}
      />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button type="submit" variant="primary">
          Save API Key
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </form>
  );
}
