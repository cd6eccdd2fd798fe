import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { AppError } from "~/lib/errors";
import { page } from "~/lib/pages/page";
import { pageHead } from "~/lib/pages/page-head.server";
import { Kit } from "./kit";
import { SAMPLES } from "./samples";

export const handle = page({ permission: null, budget: "page" });

/**
 * `?open=dialog`, `drawer` or `confirm` opens that part. @throws AppError("not-found") in
 * deployments
 */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { isLocal, locale, calendar } = context;
  if (!isLocal) throw new AppError("not-found");
  const head = pageHead(context, "/dev/kit", { title: "Kit", noindex: true });
  return {
    head,
    words: SAMPLES[locale],
    calendar,
    open: new URL(request.url).searchParams.get("open"),
  };
}

export default function KitRoute() {
  return <Kit page={useLoaderData<typeof loader>()} />;
}
