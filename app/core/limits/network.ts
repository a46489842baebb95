/** Returns the network that limits count: an IPv4 address, the 64 bits of IPv6 that one subscriber owns, or else the text. */
export function toNetwork(address: string): string {
  const groups = parseGroups(address);
  if (!groups) return address;
  const [first = 0, second = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [first >> 8, first & 0xff, second >> 8, second & 0xff].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

function parseGroups(address: string): number[] | undefined {
  const sides = replaceDotted(address.toLowerCase().replace(/%.*/s, '')).split('::');
  if (sides.length > 2) return undefined;
  const [before = [], after = []] = sides.map((side) => (side === '' ? [] : side.split(':')));
  const zeros = 8 - before.length - after.length;
  if (sides.length === 1 ? zeros !== 0 : zeros < 1) return undefined;
  const all = [...before, ...Array<string>(zeros).fill('0'), ...after];
  if (!all.every((group) => /^[\da-f]{1,4}$/.test(group))) return undefined;
  return all.map((group) => Number.parseInt(group, 16));
}

function replaceDotted(address: string): string {
  return address.replace(/(\d{1,3}\.){3}\d{1,3}$/, (dotted) => {
    const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
}
