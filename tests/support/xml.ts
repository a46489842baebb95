import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { validateXML } from 'xmllint-wasm';

const SCHEMAS = join(import.meta.dirname, 'schemas');

type Schema = 'sitemap' | 'siteindex' | 'product-feed';

/** What is wrong with a document by its schema, in words; nothing when it is well-formed and valid. */
export async function flaws(xml: string, schema: Schema): Promise<string[]> {
  const read = async (fileName: string) => ({
    fileName,
    contents: await readFile(join(SCHEMAS, fileName), 'utf8'),
  });
  const { errors } = await validateXML({
    xml: { fileName: 'document.xml', contents: xml },
    schema: await read(`${schema}.xsd`),
    preload: [await read('google-merchant.xsd')],
    initialMemoryPages: 4_096,
    maxMemoryPages: 16_384,
  });
  return errors.map(({ rawMessage }) => rawMessage);
}

/** The texts of all elements of this name, as they were before they were escaped. */
export function textsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&apos;', "'")
      .replaceAll('&amp;', '&'),
  );
}
