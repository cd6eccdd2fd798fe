import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { AppError } from "~/lib/errors";
import { Kit } from "./kit";
import { SAMPLES } from "./samples";

export const meta = () => [{ title: "Kit" }, { name: "robots", content: "noindex" }];

/** `?open=dialog`, `drawer` or `confirm` opens that part. @throws AppError not-found where the product is deployed */
export function loader({ request, context: { isLocal, locale, calendar } }: LoaderFunctionArgs) {
  if (!isLocal) throw new AppError("not-found");
  return { words: SAMPLES[locale], calendar, open: new URL(request.url).searchParams.get("open") };
}

export default function KitRoute() {
  return <Kit page={useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
