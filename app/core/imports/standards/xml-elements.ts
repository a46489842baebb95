/** An element with everything in it. Records are small: xml-records.server.ts limits them. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** Its own text, without that of its children. */
  text: string;
  children: XmlElement[];
}

/** Finds the first child with a name. */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}

/** Lists the children with a name in a container: `listOf(item, 'Prices', 'Pricing')`. */
export function listOf(element: XmlElement, container: string, name: string): XmlElement[] {
  return element.children
    .filter((child) => child.name === container)
    .flatMap((child) => child.children.filter((each) => each.name === name));
}

/** Returns the trimmed text of a child, or '' if the child is missing. */
export function textOf(element: XmlElement | undefined, name?: string): string {
  const found = name === undefined ? element : childOf(element, name);
  return (found?.text ?? '').trim();
}
