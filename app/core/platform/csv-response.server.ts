/**
 * Answers with a CSV file that is produced while the client reads it. If the client leaves, nothing more is produced.
 * @param onError runs when a chunk fails. The status is sent by then, so the client sees an aborted download.
 */
export function csvResponse(
  chunks: AsyncGenerator<string>,
  { name, onError }: { name: string; onError?: (error: unknown) => void },
): Response {
  const encoder = new TextEncoder();
  const content = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        onError?.(error);
        throw error;
      }
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
  return new Response(content, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  });
}
