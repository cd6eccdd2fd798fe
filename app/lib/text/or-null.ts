import { AppError } from "../errors";

/**
 * The result, or null for "not-found". @throws all other errors, such as an unavailable database
 */
export async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AppError && error.code === "not-found") return null;
    throw error;
  }
}
