import { useEffect, useRef, useState } from 'react';
import { readFitmentLines } from '#core/catalog/fitment-lines.ts';
import type { Fitment } from '#core/catalog/fitment.ts';
import { Button } from '#kit/button.tsx';
import { TextArea } from '#kit/text-area.tsx';

interface FitmentLinesProps {
  makes: string[];
  /** Number of vehicles that still fit into the list. */
  room: number;
  onAdd: (added: Fitment[]) => void;
  onCancel: () => void;
}

/** Reads a list as a supplier has it. All lines are read, or none is added. */
export function FitmentLines({ makes, room, onAdd, onCancel }: FitmentLinesProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);

  function add() {
    const { fitments, unread } = readFitmentLines(text, makes);
    const [first] = unread;
    if (first) {
      const more = unread.length > 1 ? ` And ${unread.length - 1} more lines can't be read.` : '';
      setProblem(`Line ${first.number}, '${first.line.slice(0, 60)}': ${first.problem}.${more}`);
    } else if (fitments.length === 0) setProblem('Enter a vehicle, such as 2006-2011 Honda Civic');
    else if (fitments.length > room) setProblem(`At most ${room} vehicles more`);
    else return onAdd(fitments);
    field.current?.focus();
  }

  return (
    <div className="mt-2 grid gap-2 rounded-md border border-line p-3">
      <TextArea
        ref={field}
        label="Vehicles, one a line"
        hint="Such as 2006-2011 Honda Civic, 1.8L, EX, Front, a note"
        rows={5}
        value={text}
        error={problem}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="small" variant="primary" onClick={add}>
          Add to the list
        </Button>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
