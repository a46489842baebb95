import { promisify } from 'node:util';
import { deflate } from 'node:zlib';

/** In a file: its number. */
export type PdfObject = number;

/** The objects of a PDF 1.7 file. */
export class PdfFile {
  #objects: (Uint8Array | undefined)[] = [];

  /** For an object that others refer to before it is written. */
  reserve(): PdfObject {
    return this.#objects.push(undefined);
  }

  /** @param content As in the file, such as '<< /Type /Catalog >>'. */
  set(object: PdfObject, content: string | Uint8Array): void {
    this.#objects[object - 1] = Buffer.from(content);
  }

  add(content: string | Uint8Array): PdfObject {
    const object = this.reserve();
    this.set(object, content);
    return object;
  }

  /** A stream that is compressed outside of the main thread. */
  async addCompressed(bytes: string | Uint8Array, entries = ''): Promise<PdfObject> {
    const content = await promisify(deflate)(bytes);
    return this.addStream(content, `${entries} /Filter /FlateDecode`);
  }

  addStream(bytes: Uint8Array, entries: string): PdfObject {
    const begin = `<< ${entries} /Length ${bytes.length} >>\nstream\n`;
    return this.add(Buffer.concat([Buffer.from(begin), bytes, Buffer.from('\nendstream')]));
  }

  finish({ root, info }: { root: PdfObject; info: PdfObject }): Uint8Array<ArrayBuffer> {
    const parts: Uint8Array[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
    let length = parts[0]?.length ?? 0;
    const push = (part: Uint8Array) => {
      parts.push(part);
      length += part.length;
    };
    const offsets = this.#objects.map((content, index) => {
      const offset = length;
      push(Buffer.from(`${index + 1} 0 obj\n`));
      push(content ?? Buffer.from('null'));
      push(Buffer.from('\nendobj\n'));
      return `${String(offset).padStart(10, '0')} 00000 n \n`;
    });
    const size = offsets.length + 1;
    const begin = length;
    push(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`));
    push(
      Buffer.from(
        `trailer\n<< /Size ${size} /Root ${refer(root)} /Info ${refer(info)} >>\nstartxref\n${begin}\n%%EOF\n`,
      ),
    );
    return Buffer.concat(parts);
  }
}

export function refer(object: PdfObject): string {
  return `${object} 0 R`;
}

/** A text of any characters outside of a page, such as the title. */
export function writeText(text: string): string {
  return `<${Buffer.from(`\uFEFF${text}`, 'utf16le').swap16().toString('hex')}>`;
}

/** An address: only ASCII. */
export function writeAddress(address: string): string {
  return `(${new URL(address).href.replaceAll(/[\\()]/g, '\\$&')})`;
}
