/** A public key of the shop as a JSON Web Key (RFC 7517), as its profile lists it. */
export interface PublicKey {
  kid: string;
  kty: 'EC';
  crv: 'P-256';
  x: string;
  y: string;
  use: 'sig';
  alg: 'ES256';
}
