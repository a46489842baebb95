import { BarcodeDetector, type BarcodeDetectorOptions, prepareZXingModule } from 'barcode-detector/ponyfill';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** Makes a detector for browsers without one. Its program comes from the shop: the package would fetch it from another site. */
export function makeOwnDetector(options: BarcodeDetectorOptions): BarcodeDetector {
  prepareZXingModule({ overrides: { locateFile: () => wasm } });
  return new BarcodeDetector(options);
}
