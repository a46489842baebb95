import { useState } from 'react';
import { Button } from './button.tsx';

/** Copies a text, and says so. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [result, setResult] = useState('');

  async function copy() {
    setResult('');
    try {
      await navigator.clipboard.writeText(text);
      setResult('Copied');
    } catch {
      setResult("Your browser doesn't allow this. Select the text and copy it.");
    }
  }

  return (
    <div className="mt-2 flex flex-wrap items-center gap-3">
      <Button size="small" onClick={() => void copy()}>
        {label}
      </Button>
      <span role="status" className="text-sm text-muted">
        {result}
      </span>
    </div>
  );
}
