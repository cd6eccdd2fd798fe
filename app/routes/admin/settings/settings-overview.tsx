import { Badge } from "~/ui/badge";
import { Card, CardGrid } from "~/ui/card";
import { PageHead } from "~/ui/page-head";
import { useText } from "~/ui/text";
import type { settingsOverview } from "./settings-overview.server";

type OverviewView = Awaited<ReturnType<typeof settingsOverview>>;

/** Page `/admin/settings`: a card per part of the system. */
export function SettingsOverview({ page }: { page: OverviewView }) {
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
