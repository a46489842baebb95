import { useRef, useState } from 'react';
import { MAX_PARTS_PER_ANSWER } from '#core/inbox/inbox.ts';
import { Button } from '#kit/button.tsx';
import { Icon } from '#kit/icons/icon.tsx';
import { SuggestionBox } from '#core/catalog/ui/suggestion-box.tsx';
import { SuggestionList } from '#core/catalog/ui/suggestion-list.tsx';
import { type FoundPart, findParts } from './find-parts.ts';
import { LinkedPartLine } from './linked-part.tsx';
import type { LinkedPart } from '#core/inbox/read-thread.server.ts';

interface PartPickerProps {
  parts: readonly LinkedPart[];
  onChange: (parts: LinkedPart[]) => void;
}

const loadList = () => Promise.resolve(SuggestionList<FoundPart>);

/** Chooses parts of the catalog. */
export function PartPicker({ parts, onChange }: PartPickerProps) {
  const box = useRef<HTMLDivElement>(null);
  const [news, setNews] = useState('');

  function choose({ part }: FoundPart) {
    const isChosen = parts.some(({ id }) => id === part.id);
    const isFull = parts.length >= MAX_PARTS_PER_ANSWER;
    if (!isChosen && !isFull) onChange([...parts, part]);
    setNews(
      isChosen
        ? `${part.name} is already in the answer`
        : isFull
          ? `An answer has at most ${MAX_PARTS_PER_ANSWER} parts`
          : `${part.name} added`,
    );
  }

  function remove(part: LinkedPart) {
    onChange(parts.filter(({ id }) => id !== part.id));
    setNews(`${part.name} removed`);
    // The focused button is gone.
    box.current?.querySelector('input')?.focus();
  }

  return (
    <div>
      <p className="mb-1 min-h-6 text-sm font-semibold">Parts for this answer</p>
      {parts.length > 0 && (
        <ul aria-label="Parts for this answer" className="mb-2 grid gap-2">
          {parts.map((part) => (
            <LinkedPartLine key={part.id} part={part}>
              <Button
                variant="quiet"
                size="icon"
                aria-label={`Remove ${part.name}`}
                onClick={() => remove(part)}
              >
                <Icon name="X" />
              </Button>
            </LinkedPartLine>
          ))}
        </ul>
      )}
      <div ref={box} role="search" className="relative">
        <SuggestionBox
          name="part-search"
          label="Find a part to add"
          placeholder="Find a part by name, number or vehicle..."
          maxLength={200}
          onType={() => setNews('')}
          load={loadList}
          list={{ suggest: findParts, onChoose: choose, clearsOnChoose: true }}
        />
      </div>
      <p role="status" className="mt-1 min-h-6 text-sm text-muted">
        {news}
      </p>
    </div>
  );
}
