import { AppError } from "~/lib/errors";
import { page } from "~/lib/pages/page";

export const handle = page({ permission: "inherited", budget: "page" });

/** Catch-all route. */
export function loader() {
  throw new AppError("not-found");
}

export default function NotFound() {
  return null;
}
