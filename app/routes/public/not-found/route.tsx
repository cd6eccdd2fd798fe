import { AppError } from "~/lib/errors";

/** Catch-all route. */
export function loader() {
  throw new AppError("not-found");
}

export default function NotFound() {
  return null;
}
