import { Cell, HeaderCell, Row, Table } from '#kit/table.tsx';
import type { DescribedVehicle } from './describe-vehicles.ts';

const SHOWN = 8;

/** Shows the vehicles of a part that fits more than its own, which its facts name. */
export function PartVehicles({ vehicles }: { vehicles: readonly DescribedVehicle[] }) {
  const hasPositions = vehicles.some(({ position }) => position);
  const hasNotes = vehicles.some(({ note }) => note);
  return (
    <section id="vehicles" className="first-rows border-t border-line pt-5">
      <h2 className="text-xl">Fits these vehicles</h2>
      <div className="mt-3">
        <Table label="Vehicles this part fits">
          <thead>
            <tr>
              <HeaderCell>Vehicle</HeaderCell>
              {hasPositions && <HeaderCell>Position</HeaderCell>}
              {hasNotes && <HeaderCell>Note</HeaderCell>}
            </tr>
          </thead>
          <tbody>
            {vehicles.map(({ name, position, note }, index) => (
              <Row key={`${name} ${position} ${note}`} className={index < SHOWN ? undefined : 'more-row'}>
                <Cell heading className="font-medium">
                  {name}
                </Cell>
                {hasPositions && <Cell>{position}</Cell>}
                {hasNotes && <Cell className="text-muted">{note}</Cell>}
              </Row>
            ))}
          </tbody>
        </Table>
      </div>
      {vehicles.length > SHOWN && (
        // The element needs no JavaScript. It opens the rows above (details.css).
        <details className="group mt-2">
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-link">
            <span className="group-open:hidden">Show all {vehicles.length} vehicles</span>
            <span className="hidden group-open:inline">Show fewer vehicles</span>
          </summary>
        </details>
      )}
    </section>
  );
}
