import { AppError } from "./errors";

/** For loaders: an expected failure becomes the answer with its status, whose page the error boundary draws. */
export async function orErrorPage<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError) throw new Response(null, { status: error.status });
    throw error;
  }
}
