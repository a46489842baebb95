import { Button } from '#kit/button.tsx';
import { Icon } from '#kit/icons/icon.tsx';
import { SuggestionBox } from '#core/catalog/ui/suggestion-box.tsx';
import { CarFields } from './car-fields.tsx';
import { loadPartSuggestions } from '../load-part-suggestions.ts';

const LABEL = 'Part, car or OEM number';

/** Searches the catalog from any page. Works without JavaScript. */
export function PartSearch() {
  return (
    <form action="/junkyard" role="search" className="relative flex gap-2">
      <SuggestionBox
        name="q"
        label={LABEL}
        placeholder={LABEL}
        // Equal to MAX_QUERY_LENGTH, which is loaded with the junkyard's code.
        maxLength={200}
        load={loadPartSuggestions}
        list={{}}
        className="flex-1"
      />
      <CarFields />
      <Button type="submit" aria-label="Search" size="icon">
        <Icon name="Search" />
      </Button>
    </form>
  );
}
