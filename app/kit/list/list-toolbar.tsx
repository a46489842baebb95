import { Form } from 'react-router';
import { Button } from '../button.tsx';
import { TextField } from '../text-field.tsx';
import { ViewLinks } from './view-links.tsx';

interface ListToolbarProps {
  /** Names the links to the views. */
  label: string;
  views: Parameters<typeof ViewLinks>[0]['views'];
  /** Name of the chosen view in the address, which the search keeps. Undefined means the default view. */
  view?: string | undefined;
  q: string;
  searchLabel: string;
  placeholder: string;
}

/** Shows the views of a list, and its search. */
export function ListToolbar({ label, views, view, q, searchLabel, placeholder }: ListToolbarProps) {
  return (
    <>
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
        {view !== undefined && <input type="hidden" name="view" value={view} />}
        <Button type="submit">Search</Button>
      </Form>
    </>
  );
}
