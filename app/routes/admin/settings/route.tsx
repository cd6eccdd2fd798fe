import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { Badge } from "~/ui/badge";
import { Card, CardGrid } from "~/ui/card";
import { PageHead } from "~/ui/page-head";
import { useText } from "~/ui/text";
import { settingsOverview } from "./settings-overview.server";

type OverviewView = Awaited<ReturnType<typeof settingsOverview>>;

/** Page `/admin/settings`: a card per part of the system. */
function SettingsOverview({ page }: { page: OverviewView }) {
  const { t } = useText();
  return (
    <main id="main">
      <PageHead title={t("settings:overview.title")} lead={t("settings:overview.lead")} />
      <CardGrid as="ul">
        {page.cards.map((card) => (
          <Card
            key={card.name}
            as="li"
            icon={card.icon}
            title={card.title}
            to={card.href}
            footer={
              card.isUrgent ? (
                <Badge tone="bad" icon="alert-triangle">
                  {card.fact}
                </Badge>
              ) : (
                card.fact
              )
            }
          >
            <p>{card.about}</p>
          </Card>
        ))}
      </CardGrid>
    </main>
  );
}

export const handle = page({
  permission: "admin:enter",
  crumb: "common:crumb.settings",
  nav: { group: "system", text: "admin:nav.settings", icon: "settings" },
  budget: "staff",
});

export function loader({ context }: LoaderFunctionArgs) {
  return settingsOverview(context);
}

export default function SettingsOverviewRoute() {
  return <SettingsOverview page={useLoaderData<typeof loader>()} />;
}
