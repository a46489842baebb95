import sax, { type SAXParser } from 'sax';
import { importLimits } from './import-limits.ts';
import { ImportFileError } from './import-file-error.ts';

const { xmlDepth, xmlAttributes, xmlNameCharacters, xmlAttributeCharacters } = importLimits;

export interface XmlHandlers {
  /** Names the file in messages. */
  what?: 'workbook' | 'file';
  encoding?: string;
  onOpen?: (name: string, attributes: Record<string, string>) => void;
  onClose?: (name: string) => void;
  onText?: (text: string) => void;
}

/**
 * Reads XML as a stream. Removes prefixes of names. Yields after each chunk, so that the caller can use what was read. Limits
 * depth and attributes. The parser hands over texts in pieces, and refuses more than 64 kB of anything else, but only if it
 * knows its position.
 */
export async function* readXml(
  content: AsyncIterable<Uint8Array>,
  { what = 'workbook', encoding = 'utf-8', onOpen, onClose, onText }: XmlHandlers,
): AsyncGenerator<void> {
  const parser: SAXParser = sax.parser(true);
  let failure: Error | undefined;
  let depth = 0;
  let attributeCount = 0;
  let attributeCharacters = 0;
  const handlers: Partial<SAXParser> = {
    onerror: (error) => {
      failure ??= error;
    },
    ondoctype() {
      throw new ImportFileError(
        what === 'workbook'
          ? 'The workbook has a document type in its XML, which no spreadsheet program writes'
          : 'The file has a document type (DTD), which no ACES or PIES file has',
      );
    },
    onopentagstart({ name }) {
      checkName(name, what);
      depth += 1;
      if (depth > xmlDepth)
        throw new ImportFileError(`The ${what} has XML nested more than ${xmlDepth} levels deep`);
      attributeCount = 0;
      attributeCharacters = 0;
    },
    onattribute({ name, value }) {
      checkName(name, what);
      attributeCount += 1;
      if (attributeCount > xmlAttributes)
        throw new ImportFileError(`The ${what} has an XML tag with more than ${xmlAttributes} attributes`);
      attributeCharacters += value.length;
      if (attributeCharacters > xmlAttributeCharacters) {
        const most = xmlAttributeCharacters.toLocaleString('en-US');
        throw new ImportFileError(
          `The ${what} has an XML tag with attributes of more than ${most} characters`,
        );
      }
    },
    onopentag: ({ name, attributes }) => onOpen?.(local(name), attributes as Record<string, string>),
    onclosetag(name) {
      depth -= 1;
      onClose?.(local(name));
    },
    ...(onText && { ontext: onText, oncdata: onText }),
  };
  Object.assign(parser, handlers);
  const decoder = new TextDecoder(encoding);
  for await (const bytes of content) {
    write(decoder.decode(bytes, { stream: true }));
    yield;
  }
  if (!failure) {
    parser.close();
    checkFailure();
  }

  function write(text: string) {
    parser.write(text);
    checkFailure();
  }
  function checkFailure() {
    if (!failure) return;
    const [message = ''] = failure.message.split('\n');
    if (message === 'Unclosed root tag')
      throw new ImportFileError(`The ${what} ends in the middle of its XML. Is it complete?`);
    throw new ImportFileError(
      message.startsWith('Max buffer length exceeded')
        ? `The ${what} has XML with a name, attribute or comment that is too long`
        : `The ${what} can't be read: ${message}`,
    );
  }
}

function checkName(name: string, what: string): void {
  if (name.length > xmlNameCharacters)
    throw new ImportFileError(`The ${what} has an XML name of more than ${xmlNameCharacters} characters`);
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
