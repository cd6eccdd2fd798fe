/**
 * A streamed text response with backpressure. The first piece is produced immediately, so that an
 * early failure still becomes an error response.
 */
export async function textStream(
  pieces: AsyncIterable<string>,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  const iterator = pieces[Symbol.asyncIterator]();
  let next: Promise<IteratorResult<string>> | IteratorResult<string> = await iterator.next();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await next;
      if (done) return controller.close();
      controller.enqueue(encoder.encode(value));
      next = iterator.next();
      // The next pull awaits it; this prevents an unhandled rejection until then.
      next.catch(() => {});
    },
    async cancel() {
      // The consumer left, so the producer stops too.
      await iterator.return?.();
    },
  });
}
