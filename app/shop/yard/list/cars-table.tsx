import { carAddress } from '#core/yard/public-car.ts';
import type { ListedCar } from '#core/yard/public-cars.server.ts';
import { Cell, HeaderCell, Row, Table } from '#kit/table.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { CameIn } from '../came-in.tsx';

/** Shows in which row each car stands. */
export function CarsTable({ cars }: { cars: readonly ListedCar[] }) {
  return (
    <Table label="Cars">
      <thead>
        <Row>
          <HeaderCell>Make</HeaderCell>
          <HeaderCell>Model</HeaderCell>
          <HeaderCell numeric>Year</HeaderCell>
          <HeaderCell>Row</HeaderCell>
          <HeaderCell>Came in</HeaderCell>
        </Row>
      </thead>
      <tbody>
        {cars.map((car) => (
          <Row key={car.id}>
            <Cell heading>{car.make}</Cell>
            <Cell>
              <TextLink to={carAddress(car)}>{car.model}</TextLink>
            </Cell>
            <Cell numeric>{car.year}</Cell>
            <Cell>{car.row}</Cell>
            <Cell>
              <CameIn car={car} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
