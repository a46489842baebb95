import { useState } from 'react';
import { useAdminTools } from '#core/part-changes/ui/use-admin-tools.ts';
import { centsFromDollars, formatDollars } from '#core/values/money.ts';
import { pieceField } from '#core/yard/pieces.ts';
import type { VehiclePage, VehiclePart } from '#core/yard/read-vehicle.server.ts';
import { VEHICLES_PATH } from '#core/yard/vehicles-list.ts';
import { Badge } from '#kit/badge.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { Button } from '#kit/button.tsx';
import { Checkbox } from '#kit/checkbox.tsx';
import { ActionDialog } from '#kit/form/action-dialog.tsx';
import { Cell, HeaderCell, Row, Table } from '#kit/table.tsx';
import { TextLink } from '#kit/text-link.tsx';

/** Lists the parts of a car, and which of them are pieces of others. */
export function CarParts({ id: car, parts }: Pick<VehiclePage, 'id' | 'parts'>) {
  const { editPart, addPartOfCar } = useAdminTools();
  const [assembly, setAssembly] = useState<string>();
  const asked = parts.find(({ id }) => id === assembly);
  const ids = parts.map(({ id }) => id);
  return (
    <section aria-labelledby="parts">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 id="parts">Parts</h2>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => addPartOfCar(car)}>Add a part of the car</Button>
          <ButtonLink variant="primary" to={`${VEHICLES_PATH}/${car}/parts`}>
            Part it out
          </ButtonLink>
        </div>
      </div>
      {parts.length === 0 ? (
        <p className="text-muted">No part has the car&apos;s stock number yet.</p>
      ) : (
        <Table label="Parts of the car">
          <thead>
            <Row>
              <HeaderCell>Part</HeaderCell>
              <HeaderCell numeric>Price</HeaderCell>
              <HeaderCell numeric>Stock</HeaderCell>
              <HeaderCell numeric>
                <span className="sr-only">Actions</span>
              </HeaderCell>
            </Row>
          </thead>
          <tbody>
            {parts.map((part) => {
              const { id, name, price, stock, isHidden } = part;
              const wholes = parts.filter(({ pieces }) => pieces.includes(id));
              return (
                <Row key={id}>
                  <Cell heading>
                    {isHidden ? name : <TextLink to={`/part/${id}`}>{name}</TextLink>}{' '}
                    {isHidden && <Badge tone="neutral">Hidden</Badge>}
                    <Relatives part={part} parts={parts} wholes={wholes} />
                  </Cell>
                  <Cell numeric>{price === null ? '' : formatDollars(centsFromDollars(price))}</Cell>
                  <Cell numeric>{stock.toLocaleString('en-US')}</Cell>
                  <Cell numeric>
                    <span className="flex flex-wrap justify-end gap-2">
                      {wholes.length === 0 && parts.length > 1 && (
                        <Button
                          size="small"
                          aria-label={`Includes…: ${name}`}
                          onClick={() => setAssembly(id)}
                        >
                          Includes…
                        </Button>
                      )}
                      <Button size="small" aria-label={`Edit ${name}`} onClick={() => editPart(id, ids)}>
                        Edit
                      </Button>
                    </span>
                  </Cell>
                </Row>
              );
            })}
          </tbody>
        </Table>
      )}
      {asked && <PiecesDialog assembly={asked} parts={parts} onClose={() => setAssembly(undefined)} />}
    </section>
  );
}

interface RelativesProps {
  part: VehiclePart;
  parts: readonly VehiclePart[];
  /** The assemblies with the part. */
  wholes: readonly VehiclePart[];
}

function Relatives({ part: { pieces, isClaimed }, parts, wholes }: RelativesProps) {
  const names = (list: readonly VehiclePart[]) => list.map(({ name }) => name).join(', ');
  const ofIt = parts.filter(({ id }) => pieces.includes(id));
  return (
    <>
      {ofIt.length > 0 && <p className="text-sm font-normal text-muted">Includes: {names(ofIt)}</p>}
      {wholes.length > 0 && <p className="text-sm font-normal text-muted">Part of: {names(wholes)}</p>}
      {isClaimed && (
        <p className="text-sm font-normal">
          {ofIt.length > 0 ? 'Not for sale: a part of it is sold or held' : 'Sold or held with an assembly'}
        </p>
      )}
    </>
  );
}

interface PiecesDialogProps {
  assembly: VehiclePart;
  parts: readonly VehiclePart[];
  onClose: () => void;
}

function PiecesDialog({ assembly: { id, name, pieces }, parts, onClose }: PiecesDialogProps) {
  const choices = parts.filter(
    (each) => each.id !== id && (pieces.includes(each.id) || (each.stock === 1 && each.pieces.length === 0)),
  );
  return (
    <ActionDialog
      intent="pieces"
      title={`Parts included in ${name}`}
      description={`They are sold with ${name}. When one of them is sold by itself, ${name} is out of stock.`}
      submitLabel="Save"
      onClose={onClose}
    >
      <input type="hidden" name="part" value={id} />
      <input type="hidden" name="was" value={pieces.join(' ')} />
      {choices.length === 0 && <p>No other part of the car is in stock once.</p>}
      <div>
        {choices.map((each) => (
          <Checkbox
            key={each.id}
            name={pieceField(each.id)}
            label={each.name}
            defaultChecked={pieces.includes(each.id)}
          />
        ))}
      </div>
    </ActionDialog>
  );
}
