/** The name of a part's box in the form of an assembly's pieces. */
export const pieceField = (part: string) => `piece:${part}`;
