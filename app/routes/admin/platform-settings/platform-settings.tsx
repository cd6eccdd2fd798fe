import { LastChange } from "~/components/settings/last-change";
import { Card, CardGrid } from "~/ui/card";
import { PageHead } from "~/ui/page-head";
import { useText } from "~/ui/text";
import type { settingsGroupsLoader } from "./platform-settings.server";

type Page = Awaited<ReturnType<typeof settingsGroupsLoader>>;

/** Page `/admin/platform-settings`: list of groups. */
export function PlatformSettingsPage({ page }: { page: Page }) {
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
