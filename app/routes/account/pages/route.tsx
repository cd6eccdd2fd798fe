import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { StatusBadge } from "~/components/status-badge/status-badge";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { LinkButton } from "~/ui/button";
import { Empty } from "~/ui/empty";
import { List, ListItem } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { useText } from "~/ui/text";
import { ownPagesLoader } from "./pages.server";

type Page = Awaited<ReturnType<typeof ownPagesLoader>>;

/** Page `/account/pages`. */
function OwnPages({ page: { pages } }: { page: Page }) {
  const { t } = useText();
  return (
    <main id="main">
      <PageHead title={t("account:pages.title")} lead={t("account:pages.lead")} />
      {pages.length === 0 ? (
        <Empty
          icon="building-arch"
          title={t("account:pages.empty")}
          text={t("account:pages.emptyText")}
          action={<LinkButton to={paths.events()}>{t("account:pages.find")}</LinkButton>}
        />
      ) : (
        <List>
          {pages.map(({ id, name, status }) => (
            <ListItem
              key={id}
              title={name === null ? t("account:pages.gone") : <bdi>{name}</bdi>}
              to={name === null ? undefined : paths.accountPage(id)}
              end={
                <StatusBadge status={status === "withdrawn" ? "draft" : status}>
                  {t(`account:pages.status.${status}`)}
                </StatusBadge>
              }
            />
          ))}
        </List>
      )}
    </main>
  );
}

export const handle = page({
  permission: "account:manage",
  crumb: "common:crumb.pages",
  budget: "page",
});

export function loader({ context }: LoaderFunctionArgs) {
  return ownPagesLoader(requireAccount(context));
}

export default function AccountPagesRoute() {
  return <OwnPages page={useLoaderData<typeof loader>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
