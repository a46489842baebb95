import sax, { type SAXParser } from 'sax';

/** An XML element without its attributes. */
export interface XmlElement {
  name: string;
  text: string;
  children: XmlElement[];
}

/** Parses XML. @throws {Error} if it is not well-formed. */
export function readXml(xml: string): XmlElement {
  const root: XmlElement = { name: '', text: '', children: [] };
  const open: XmlElement[] = [root];
  const parser = sax.parser(true);
  const handlers: Partial<SAXParser> = {
    onerror: (error) => {
      throw error;
    },
    onopentag: ({ name }) => {
      const element = { name, text: '', children: [] };
      open.at(-1)?.children.push(element);
      open.push(element);
    },
    ontext: (text) => {
      const element = open.at(-1);
      if (element) element.text += text;
    },
    onclosetag: () => void open.pop(),
  };
  Object.assign(parser, handlers);
  parser.write(xml).close();
  const [document] = root.children;
  if (!document) throw new Error('The document is empty');
  return document;
}

export function textOf(element: XmlElement, name: string): string | undefined {
  return element.children.find((child) => child.name === name)?.text;
}

export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}
