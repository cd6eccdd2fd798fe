/**
 * Text that is made piece by piece, as the body of an answer: no more of it is in memory than its reader takes.
 * The first piece is made at once, so that a failure still becomes an answer of its own.
 */
export async function textStream(pieces: AsyncIterable<string>): Promise<ReadableStream<Uint8Array>> {
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
