import type { DescribedFacts, PartFact } from './describe-facts.server.ts';
import { DamageDrawing } from './damage-drawing.tsx';
import { Fact } from '#kit/fact.tsx';

/** Adds the facts about a used part to the list of facts. */
export function UsedFacts({ facts: { used, damage } }: { facts: DescribedFacts }) {
  return (
    <>
      {used.map((fact) => (
        <DescribedFact key={fact.name} fact={fact} />
      ))}
      {damage && (
        <Fact name="Damage">
          {damage.length === 0 ? (
            'No damage'
          ) : (
            <>
              <ul>
                {damage.map(({ text }) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
              <DamageDrawing damage={damage} />
              <Note>One unit is about the size of a credit card.</Note>
            </>
          )}
        </Fact>
      )}
    </>
  );
}

export function DescribedFact({ fact: { name, text, note } }: { fact: PartFact }) {
  return (
    <Fact name={name}>
      {text}
      {note && <Note>{note}</Note>}
    </Fact>
  );
}

function Note({ children }: { children: string }) {
  return <span className="block text-sm text-muted">{children}</span>;
}
