import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { LastChange } from "~/components/settings/last-change";
import { page } from "~/lib/pages/page";
import { Card, CardGrid } from "~/ui/card";
import { PageHead } from "~/ui/page-head";
import { useText } from "~/ui/text";
import { settingsGroupsLoader } from "./platform-settings.server";

type Page = Awaited<ReturnType<typeof settingsGroupsLoader>>;

/** Page `/admin/platform-settings`: list of groups. */
function PlatformSettingsPage({ page }: { page: Page }) {
  const { t } = useText();
  return (
    <main id="main">
      <PageHead title={t("settings:platform.title")} lead={t("settings:platform.lead")} />
      <CardGrid as="ul">
        {page.groups.map(({ group, href, title, about, changed, last }) => (
          <Card
            key={group}
            as="li"
            title={title}
            to={href}
            footer={
              <>
                <p>
                  {changed.length === 0
                    ? t("settings:asShipped")
                    : t("settings:differing", { count: changed.length })}
                </p>
                {last && <LastChange last={last} />}
              </>
            }
          >
            <p>{about}</p>
          </Card>
        ))}
      </CardGrid>
    </main>
  );
}

export const handle = page({
  permission: "platform-settings:manage",
  crumb: "common:crumb.platform-settings",
  nav: { group: "system", text: "admin:nav.platformSettings", icon: "server-cog" },
  budget: "staff",
});

export function loader({ context }: LoaderFunctionArgs) {
  return settingsGroupsLoader(context);
}

export default function PlatformSettingsRoute() {
  return <PlatformSettingsPage page={useLoaderData<typeof loader>()} />;
}
