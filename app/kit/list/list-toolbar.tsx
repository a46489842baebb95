import { Form } from 'react-router';
import { Button } from '../button.tsx';
import { TextField } from '../text-field.tsx';
import { ViewLinks } from './view-links.tsx';

interface ListToolbarProps {
  /** Names the links to the views. */
  label: string;
  views: Parameters<typeof ViewLinks>[0]['views'];
  /** Address of the list without its search text: the search keeps its parameters. */
  kept: string;
  q: string;
  searchLabel: string;
  placeholder: string;
}

/** Shows the views of a list, and its search. */
export function ListToolbar({ label, views, kept, q, searchLabel, placeholder }: ListToolbarProps) {
  return (
    <div className="list-bar">
      <ViewLinks label={label} views={views} />
      <Form role="search" preventScrollReset className="flex gap-2">
        <TextField
          key={q}
          type="search"
          name="q"
          label={searchLabel}
          hideLabel
          placeholder={placeholder}
          maxLength={200}
          autoComplete="off"
          defaultValue={q}
          className="grow"
        />
        {[...new URLSearchParams(kept.split('?')[1])].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit">Search</Button>
      </Form>
    </div>
  );
}
