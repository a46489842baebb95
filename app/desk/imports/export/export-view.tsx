import type { ReactNode } from 'react';
import { formatPartCount } from '#core/catalog/part-count.ts';
import { partFields, privateColumns, shortLabel } from '#core/catalog/part-fields.ts';
import { Button } from '#kit/button.tsx';
import { Card } from '#kit/card.tsx';
import { Checkbox } from '#kit/checkbox.tsx';
import { CopyButton } from '#kit/copy-button.tsx';
import { Icon } from '#kit/icons/icon.tsx';
import { TextField } from '#kit/text-field.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { priceFilters, stockFilters } from '#core/part-changes/parts-address.ts';
import { ScreenHead } from '#kit/screen-head.tsx';
import type { ExportSelection } from './find-export.server.ts';

interface ExportViewProps {
  selection: ExportSelection;
  /** Number of parts that it has. */
  parts: number;
  feedUrl: string;
}

const privateNames = privateColumns.map((column) => shortLabel(column).toLowerCase().replace('vin', 'VIN'));

export function ExportView({ selection, parts, feedUrl }: ExportViewProps) {
  const chosen = describeSelection(selection);
  return (
    <>
      <ScreenHead title="Export" back={{ to: '/admin', label: 'Parts Catalog' }} />
      <p className="mb-4 break-words">
        <strong className="tabular-nums">{formatPartCount(parts)}</strong>
        {chosen ? (
          <>
            : {chosen}. <TextLink to="/admin/export">Export all parts</TextLink>
          </>
        ) : (
          <>. To export some of them, search or filter the list of parts first.</>
        )}
      </p>
      <div className="grid gap-3">
        <FileCard
          file="parts.csv"
          title="Spreadsheet"
          selection={selection}
          about="All fields, the vehicles that each part fits, and the addresses of its pictures. You can import this file again; if you haven't edited it, nothing changes."
        >
          <div>
            <Checkbox
              name="private"
              value="yes"
              label="Include staff-only fields"
              aria-describedby="private-fields"
            />
            <p id="private-fields" className="text-sm text-muted">
              {`${capitalize(privateNames.join(', '))}. Keep this file safe.`}
            </p>
          </div>
        </FileCard>
        <FileCard
          file="yard.csv"
          title="Yard system"
          selection={selection}
          about="The fields that other yard systems ask for: stock and interchange numbers, grade, damage, donor, place in the yard. It contains full VINs, so keep it safe."
        />
        <FileCard
          file="shopify.csv"
          title="Shopify"
          selection={selection}
          about="Products with their pictures, and the vehicles in description and tags. Parts without a price are left out."
        />
        <FileCard
          file="woocommerce.csv"
          title="WooCommerce"
          selection={selection}
          about="Products with their pictures. Condition, OEM number, brand and vehicles are attributes. Parts without a price are left out."
        />
        <FileCard
          file="ebay.csv"
          title="eBay"
          selection={selection}
          about="New listings for Seller Hub Reports, with the vehicles that each part fits. Parts without a price, stock or a picture are left out."
        >
          <div className="grid gap-3 sm:grid-cols-2">
            <TextField
              name="ebay_category"
              label="Category number *"
              required
              pattern="\s*\d{1,10}\s*"
              inputMode="numeric"
              autoComplete="off"
              hint="eBay's number, used for all parts in the file. Filter the list by category first"
            />
            <TextField
              name="shipping_policy"
              label="Shipping policy"
              maxLength={50}
              autoComplete="off"
              hint="Here and below: the name of your eBay business policy"
            />
            <TextField name="return_policy" label="Return policy" maxLength={50} autoComplete="off" />
            <TextField name="payment_policy" label="Payment policy" maxLength={50} autoComplete="off" />
          </div>
        </FileCard>
        <Card as="section" aria-labelledby="google" className="titled-group">
          <About
            id="google"
            title="Google"
            text="Google Merchant Center fetches this feed automatically. It includes all parts with a price and a picture."
          />
          <div className="grid gap-3">
            <p className="text-sm break-all">
              <a href={feedUrl} className="link">
                {feedUrl}
              </a>
            </p>
            <CopyButton text={feedUrl} label="Copy address" />
          </div>
        </Card>
      </div>
    </>
  );
}

function About({ id, title, text }: { id: string; title: string; text: string }) {
  return (
    <div>
      <h2 id={id}>{title}</h2>
      <p className="mt-1 text-muted">{text}</p>
    </div>
  );
}

interface FileCardProps {
  file: string;
  title: string;
  selection: ExportSelection;
  /** Says what the file has. */
  about: string;
  children?: ReactNode;
}

function FileCard({ file, title, selection: { q, filters }, about, children }: FileCardProps) {
  const id = file.replace('.csv', '');
  const chosen = Object.entries({ q, ...filters }).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  );
  return (
    <Card as="section" aria-labelledby={id}>
      <form action={`/admin/export/${file}`} className="titled-group">
        <About id={id} title={title} text={about} />
        <div className="grid content-start gap-3">
          {chosen.map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {children}
          <Button type="submit" className="justify-self-start">
            <Icon name="Download" /> Download {file}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function describeSelection({ q, filters: { category, condition, stock, price } }: ExportSelection): string {
  const chosen = [
    q && `'${q}'`,
    category && `${partFields.category.label} ${category}`,
    condition && `${partFields.part_type.label} ${condition}`,
    stock && stockFilters[stock].toLowerCase(),
    price && priceFilters[price].toLowerCase(),
  ];
  return chosen.filter(Boolean).join(', ');
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
