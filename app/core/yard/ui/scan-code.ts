import type { BarcodeDetector } from 'barcode-detector/ponyfill';

/** Labels of VINs have Code 39 or Data Matrix, newer ones QR. The shop's own labels have QR. */
const FORMATS = ['code_39', 'data_matrix', 'qr_code'] as const;

const PAUSE_MS = 80;

interface Scan {
  video: HTMLVideoElement;
  /** Returns what is taken from a code, or undefined for a code that is not meant. */
  read: (text: string) => string | undefined;
  /** Ends the scan. */
  signal: AbortSignal;
}

/**
 * Shows the camera and waits for a code. Two pictures in a row must agree, because Code 39 has no check character. Returns undefined
 * after the signal. The camera is off in the end. @throws {DOMException} if there is no camera or it may not be used
 */
export async function scanCode({ video, read, signal }: Scan): Promise<string | undefined> {
  // Only pages with https, or of this device, have it.
  if (!navigator.mediaDevices) throw new DOMException('', 'SecurityError');
  const stream = await openCamera(signal);
  try {
    video.srcObject = stream;
    await video.play();
    const detector = await makeDetector();
    let before: readonly string[] = [];
    while (!signal.aborted) {
      const codes = await detector.detect(video);
      const texts = codes.map(({ rawValue }) => read(rawValue)).filter((text) => text !== undefined);
      const sure = texts.find((text) => before.includes(text));
      if (sure !== undefined) return sure;
      before = texts;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    return undefined;
  } finally {
    stop(stream);
  }
}

/** The camera goes off at once when the scan ends, also if it was not allowed yet or the decoder is still loading. */
async function openCamera(signal: AbortSignal): Promise<MediaStream> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } },
  });
  if (signal.aborted) stop(stream);
  signal.addEventListener('abort', () => stop(stream));
  return stream;
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Takes the browser's own detector if it knows these codes. The other one is large, so it loads only then. */
async function makeDetector(): Promise<BarcodeDetector> {
  const { BarcodeDetector: Own } = globalThis as { BarcodeDetector?: typeof BarcodeDetector };
  const options = { formats: [...FORMATS] };
  const known = (await Own?.getSupportedFormats()) ?? [];
  if (Own && FORMATS.every((format) => known.includes(format))) return new Own(options);
  const { makeOwnDetector } = await import('./code-decoder.ts');
  return makeOwnDetector(options);
}
