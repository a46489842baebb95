import type { ReactNode } from 'react';
import { columnsOf } from './describe-section.ts';
import { PartFieldInput, type PartInputs } from './part-field-input.tsx';
import { VehicleNameFields } from './vehicle-name-fields.tsx';

interface PartFieldsProps extends PartInputs {
  makes: string[];
  image: ReactNode;
  /** Stands below the price. */
  proposal: ReactNode;
}

/** Shows the fields that are always in sight. */
export function PartFields({ makes, image, proposal, ...inputs }: PartFieldsProps) {
  return columnsOf(undefined).map((column) => {
    switch (column) {
      case 'vehicle_make':
        return <VehicleNameFields key={column} part={inputs.part} errors={inputs.errors} makes={makes} />;
      case 'vehicle_model':
        return null;
      case 'price':
        return (
          <div key={column} className="min-w-0">
            <PartFieldInput column={column} {...inputs} />
            {proposal}
          </div>
        );
      default:
        return <PartFieldInput key={column} column={column} image={image} {...inputs} />;
    }
  });
}
