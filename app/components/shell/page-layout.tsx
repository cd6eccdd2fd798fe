import { Outlet, useRouteLoaderData } from "@remix-run/react";
import type { ComponentType, ReactNode } from "react";
import { ErrorPage } from "../error-page";

interface PageLayoutProps<Data> {
  /** Of the route module, as Remix names it. */
  id: string;
  /** Stands round each page; without data where the layout's loader has failed. */
  Shell: ComponentType<{ data: Data | undefined; children: ReactNode }>;
  /** Whether a page below has failed. */
  hasFailed?: boolean;
}

/** What every layout route draws: its shell round its pages, and round their error page. */
export function PageLayout<Data>({ id, Shell, hasFailed = false }: PageLayoutProps<Data>) {
  const data = useRouteLoaderData(id) as Data | undefined;
  return <Shell data={data}>{hasFailed ? <ErrorPage /> : <Outlet />}</Shell>;
}
