import { ErrorPage } from "~/components/error-page";

/** Every address that no other route knows. */
export function loader() {
  throw new Response(null, { status: 404 });
}

export default function NotFound() {
  return null;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
