import { Outlet, useRouteLoaderData } from "@remix-run/react";
import type { ComponentType, ReactNode } from "react";
import { ErrorPage } from "../error-page";

interface PageLayoutProps<Data> {
  /** Id of the layout's route module in Remix. */
  id: string;
  /** Wraps each page. `data` is undefined if the layout's loader failed. */
  Shell: ComponentType<{ data: Data | undefined; children: ReactNode }>;
  /** Whether a child route has failed. */
  hasFailed?: boolean;
}

/** Layout of a route: its shell around the pages and their error page. */
export function PageLayout<Data>({ id, Shell, hasFailed = false }: PageLayoutProps<Data>) {
  const data = useRouteLoaderData(id) as Data | undefined;
  return <Shell data={data}>{hasFailed ? <ErrorPage /> : <Outlet />}</Shell>;
}
