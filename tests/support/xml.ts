import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { validateXML } from 'xmllint-wasm';

const SCHEMAS = join(import.meta.dirname, 'schemas');

type Schema = 'sitemap' | 'siteindex' | 'product-feed';

/** Returns the errors. */
export async function validateXml(xml: string, schema: Schema): Promise<string[]> {
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
