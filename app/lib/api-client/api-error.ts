/** A failed call, with the server's or the network's error. */
export class ApiError extends Error {
  override name = "ApiError";

  constructor(
    message: string,
    /** 0 where no answer came. */
    readonly status: number,
    readonly code: string | null = null,
    readonly issues: readonly { path: string; message: string }[] = [],
    /** Retry-After of the response, seconds. */
    readonly retryAfter: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
