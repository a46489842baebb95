import { PartNumber } from '#kit/part-number.tsx';
import { Price } from '#core/values/ui/price.tsx';
import { StepNumber } from '#kit/step-number.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { Section } from './section.tsx';

const colors = [
  ['paper', 'bg-paper'],
  ['sunken', 'bg-sunken'],
  ['surface', 'bg-surface'],
  ['raised', 'bg-raised'],
  ['ink', 'bg-ink'],
  ['muted', 'bg-muted'],
  ['faint', 'bg-faint'],
  ['line', 'bg-line'],
  ['line-strong', 'bg-line-strong'],
  ['action', 'bg-action'],
  ['mark', 'bg-mark'],
  ['link', 'bg-link'],
  ['focus', 'bg-focus'],
  ['chosen', 'bg-chosen'],
  ['hover', 'bg-hover'],
  ['danger', 'bg-danger'],
];

export function Foundations() {
  return (
    <>
      <Section title="Color" about="Color names describe their use. Both themes come from tokens.css.">
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-8">
          {colors.map(([name, look]) => (
            <li key={name} className="text-sm">
              <div className={`mb-1 h-12 rounded-md border border-line-strong ${look}`} />
              {name}
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Type" about="Headings use Barlow Semi Condensed 600, text uses the system font.">
        <div className="space-y-3">
          <p className="font-heading text-4xl font-semibold">Find new and used auto parts</p>
          <p className="font-heading text-3xl font-semibold">Brake pads for 2015 Honda Civic</p>
          <p className="font-heading text-2xl font-semibold">Can't find what you're looking for?</p>
          <h3>Remanufactured alternator, 130 A</h3>
          <p className="max-w-prose">
            Every used part is inspected and graded before it goes on the shelf. Read{' '}
            <TextLink to="/warranty">how the warranty works</TextLink>, or ask at the counter.
          </p>
          <p className="text-sm text-muted">Small and muted, for secondary information.</p>
        </div>
      </Section>
      <Section title="Figures and marks" about="Prices, part numbers, steps, and the ruler under the header.">
        <div className="flex flex-wrap items-baseline gap-x-8 gap-y-4">
          <Price cents={123450} size="large" />
          <Price cents={8999} size="medium" />
          <Price cents={450} />
          <PartNumber>45022-TR0-A01</PartNumber>
          <span className="flex items-center gap-2 font-semibold">
            <StepNumber>1</StepNumber> Make
          </span>
          <span className="flex items-center gap-2 font-semibold">
            <StepNumber done>2</StepNumber> Model, chosen
          </span>
        </div>
        <div className="ruler mt-6" />
      </Section>
    </>
  );
}
