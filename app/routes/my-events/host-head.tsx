import { StatusBadge } from "~/components/status-badge/status-badge";
import { LinkButton } from "~/ui/button";
import { IconButton } from "~/ui/icon-button";
import { PageHead } from "~/ui/page-head";
import { Tabs } from "~/ui/tabs";
import { useText } from "~/ui/text";
import classes from "./host-head.module.css";
import type { presentHostHead } from "./host-head.server";

/** The event that a page of its hosts is about, and the other pages. */
export function HostHead({ of }: { of: ReturnType<typeof presentHostHead> }) {
  const { t } = useText();
  return (
    <div className={classes.head}>
      <PageHead
        start={
          <img
            className={classes.cover}
            src={of.cover}
            data-focus={of.focus}
            alt=""
            width={64}
            height={64}
          />
        }
        title={<bdi lang={of.titleLang}>{of.title}</bdi>}
        badges={
          <>
            <StatusBadge status={of.badge.status}>{of.badge.label}</StatusBadge>
            <bdi className={classes.facts}>{of.facts}</bdi>
          </>
        }
        actions={
          <>
            <IconButton to={of.event} icon="eye" label={t("guests:seePage")} variant="default" />
            <IconButton to={of.embed} icon="share-2" label={t("guests:embed")} variant="default" />
            {of.edit && (
              <LinkButton to={of.edit} variant="default" icon="pencil">
                {t("guests:edit")}
              </LinkButton>
            )}
          </>
        }
      />
      <Tabs label={t("guests:pages.label")} tabs={of.tabs} current={of.current} />
    </div>
  );
}
