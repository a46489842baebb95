import { ebayReport } from './ebay-report.ts';
import { ebayUpload } from './ebay-upload.ts';
import type { FileFormat } from './file-format.ts';
import { googleMerchant } from './google-merchant.ts';
import { simplifyHeading } from './heading.ts';
import { ownFile } from './own-file.ts';
import { shopify } from './shopify.ts';
import { woocommerce } from './woocommerce.ts';
import { yard } from './yard.ts';

/** Formats with stricter tests come first. */
const formats: readonly FileFormat[] = [
  ownFile,
  shopify,
  woocommerce,
  ebayUpload,
  ebayReport,
  googleMerchant,
  yard,
];

/** Recognizes a file by the names of its columns. Returns undefined if they are of no known system. */
export function recognizeFormat(header: readonly string[]): FileFormat | undefined {
  const headings = new Set(header.map(simplifyHeading).filter(Boolean));
  const names = new Set(header.filter(Boolean));
  return formats.find((format) => format.recognizes(headings, names));
}
