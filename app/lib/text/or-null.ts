import { AppError } from "../errors";

/** What is asked for, or null where it is not there. @throws whatever else went wrong, such as a database that does not answer */
export async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AppError && error.code === "not-found") return null;
    throw error;
  }
}
