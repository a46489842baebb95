import { useState } from 'react';
import { Combobox } from '#kit/combobox.tsx';
import { SuggestionBox } from '#core/catalog/ui/suggestion-box.tsx';
import { type SuggestionGroup, SuggestionList } from '#core/catalog/ui/suggestion-list.tsx';
import { StepNumber } from '#kit/step-number.tsx';
import { Section } from './section.tsx';

const makes = [
  'Acura',
  'Audi',
  'BMW',
  'Chevrolet',
  'Dodge',
  'Ford',
  'Honda',
  'Hyundai',
  'Jeep',
  'Mazda',
  'Mercedes-Benz',
  'Nissan',
  'Subaru',
  'Toyota',
  'Volkswagen, with a name that is far too long for one line',
].map((label, index) => ({
  value: label,
  label,
  note: String(1280 - index * 77),
  disabled: label === 'Dodge',
}));

export function Comboboxes() {
  const [make, setMake] = useState<string | null>(null);
  const [model, setModel] = useState<string | null>('Honda');
  return (
    <Section title="Combobox" about="A long list with a search.">
      <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
        <Combobox
          emptyText="Nothing matches"
          label="Make"
          mark={<StepNumber>1</StepNumber>}
          items={makes}
          value={make}
          onValueChange={setMake}
          placeholder="Select make"
        />
        <Combobox
          emptyText="Nothing matches"
          label="Chosen"
          items={makes}
          value={model}
          onValueChange={setModel}
        />
        <Combobox
          emptyText="Nothing matches"
          label="Disabled"
          items={[]}
          value={null}
          onValueChange={() => {}}
          placeholder="Select make first"
          disabled
        />
        <Combobox
          emptyText="Nothing matches"
          label="With an error"
          items={makes}
          value={make}
          onValueChange={setMake}
          placeholder="Select make"
          error="Please choose a make"
        />
        <div className="relative self-end sm:col-span-2">
          <SuggestionBox
            name="words"
            label="Makes by their beginning"
            placeholder="Free text with suggestions: try H"
            maxLength={40}
            load={loadMakeList}
            list={{ suggest: suggestMakes, onChoose: () => {} }}
          />
        </div>
      </div>
    </Section>
  );
}

interface Make {
  text: string;
  note: string;
}

const loadMakeList = () => Promise.resolve(SuggestionList<Make>);

async function suggestMakes(text: string): Promise<SuggestionGroup<Make>[]> {
  const found = makes.filter(({ label }) => label.toLowerCase().startsWith(text.toLowerCase()));
  return found.length > 0
    ? [{ label: 'Makes', items: found.map(({ label, note }) => ({ text: label, note })) }]
    : [];
}
