import sax, { type SAXParser } from 'sax';
import { ImportFileError } from './import-file-error.ts';

export interface XmlHandlers {
  onOpen?: (name: string, attributes: Record<string, string>) => void;
  onClose?: (name: string) => void;
  onText?: (text: string) => void;
}

/** Reads XML as a stream. Names come without their prefix. Yields after each chunk, so that what it had can be used. */
export async function* readXml(
  content: AsyncIterable<Uint8Array>,
  { onOpen, onClose, onText }: XmlHandlers,
): AsyncGenerator<void> {
  const parser: SAXParser = sax.parser(true, { position: false });
  let failure: Error | undefined;
  const handlers: Partial<SAXParser> = {
    onerror: (error) => {
      failure ??= error;
    },
    onopentag: ({ name, attributes }) => onOpen?.(local(name), attributes as Record<string, string>),
    onclosetag: (name) => onClose?.(local(name)),
    ...(onText && { ontext: onText, oncdata: onText }),
  };
  Object.assign(parser, handlers);
  const decoder = new TextDecoder();
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
    throw new ImportFileError(`The workbook can't be read: ${failure.message.split('\n')[0] ?? ''}`);
  }
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
