import { ImportFileError } from '../files/import-file-error.ts';
import { readXml } from '../files/read-xml.server.ts';
import type { XmlElement } from './xml-elements.ts';

/** Suppliers' longest records list some thousand interchange numbers. */
const RECORD_ELEMENTS = 20_000;
const RECORD_CHARACTERS = 1_000_000;

interface ReadRecords {
  encoding: string;
  /** Elements below the root whose children are the records. */
  containers: ReadonlySet<string>;
  /** Records that are only counted. Their content is not kept. */
  skipped: ReadonlySet<string>;
  /** Called with the first element. @throws {ImportFileError} for another kind of file. */
  onRoot: (root: Pick<XmlElement, 'name' | 'attributes'>) => void;
}

/**
 * Yields the records of an XML file: the elements below its root, and those within containers. Keeps one record in memory at a
 * time, besides those of the chunk that was read last. @throws {ImportFileError}
 */
export async function* readRecords(
  content: AsyncIterable<Uint8Array>,
  { encoding, containers, skipped, onRoot }: ReadRecords,
): AsyncGenerator<XmlElement> {
  const path: XmlElement[] = [];
  let ready: XmlElement[] = [];
  let start = 1;
  let elements = 0;
  let characters = 0;
  /** Numbers the records of a name, so that a message can say which one is wrong. */
  let count = 0;
  let last = '';

  function keep(more: number): void {
    characters += more;
    if (characters > RECORD_CHARACTERS) throw tooLarge(`${format(RECORD_CHARACTERS)} characters`);
  }

  function tooLarge(what: string): ImportFileError {
    return new ImportFileError(`${last} ${format(count)} of the file has more than ${what}`);
  }

  const reading = readXml(content, {
    what: 'file',
    encoding,
    onOpen(name, attributes) {
      const element: XmlElement = { name, attributes, text: '', children: [] };
      if (path.length === 0) onRoot(element);
      if (path.length === 1) start = containers.has(name) ? 2 : 1;
      if (path.length === start) {
        elements = 0;
        characters = 0;
        count = name === last ? count + 1 : 1;
        last = name;
      }
      if (path.length >= start && !isSkipped(path[start]?.name ?? name)) {
        elements += 1;
        if (elements > RECORD_ELEMENTS) throw tooLarge(`${format(RECORD_ELEMENTS)} elements`);
        keep(Object.entries(attributes).reduce((sum, [key, value]) => sum + key.length + value.length, 0));
        if (path.length > start) path.at(-1)?.children.push(element);
      }
      path.push(element);
    },
    onText(text) {
      const element = path.at(-1);
      if (!element || path.length <= start || isSkipped(path[start]?.name)) return;
      keep(text.length);
      element.text += text;
    },
    onClose() {
      const element = path.pop();
      if (!element || path.length !== start) return;
      ready.push(element);
    },
  });

  function isSkipped(name: string | undefined): boolean {
    return name !== undefined && skipped.has(name);
  }

  while (!(await reading.next()).done) {
    yield* ready;
    ready = [];
  }
  yield* ready;
}

function format(count: number): string {
  return count.toLocaleString('en-US');
}
