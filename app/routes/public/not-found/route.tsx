import { AppError } from "~/lib/errors";

/** Every address that no other route knows. */
export function loader() {
  throw new AppError("not-found");
}

export default function NotFound() {
  return null;
}
