import { Badge, ConditionBadge } from '#kit/badge.tsx';
import { Button } from '#kit/button.tsx';
import { Card } from '#kit/card.tsx';
import { PartNumber } from '#kit/part-number.tsx';
import { PartPicture } from '#core/catalog/ui/part-picture.tsx';
import { Price } from '#core/values/ui/price.tsx';

interface SamplePartProps {
  name: string;
  cents: number;
  stock: number;
  oem?: string;
}

export function SamplePart({ name, cents, stock, oem = '45022-TR0-A01' }: SamplePartProps) {
  return (
    <Card as="li" padding="none" className="flex flex-col overflow-hidden">
      <PartPicture
        src={null}
        part={{ name, condition: 'Very Good' }}
        alt=""
        width={400}
        height={200}
        className="aspect-2/1 h-auto w-full border-b border-line p-2"
      />
      <div className="flex flex-1 flex-col gap-2 p-4">
        <div className="flex flex-wrap gap-1.5">
          <ConditionBadge colorClass="bg-blue-100 text-blue-800">Very Good</ConditionBadge>
          {stock > 0 ? <Badge tone="good">In Stock</Badge> : <Badge tone="bad">Out of Stock</Badge>}
        </div>
        <h3 className="text-lg leading-snug">{name}</h3>
        <PartNumber>{oem}</PartNumber>
        <div className="mt-auto flex items-baseline justify-between gap-3 pt-2">
          <Price cents={cents} size="medium" />
          <span className="text-sm text-muted tabular-nums">
            {stock > 0 ? `In Stock: ${stock}` : 'Out of Stock'}
          </span>
        </div>
        {stock > 0 ? <Button variant="primary">Add to Cart</Button> : <Button disabled>Notify Me</Button>}
      </div>
    </Card>
  );
}
