import { useEffect, useState } from "react";
import { EventCard, EventGrid } from "~/components/event-card/event-card";
import { Hodhod } from "~/components/hodhod/hodhod";
import { CopyButton, copyText } from "~/components/share/copy-button";
import { SubscribeLinks } from "~/components/subscribe-links/subscribe-links";
import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import { CollectionIcon } from "../collection-icon";
import { Visibility } from "../collections-page";
import { Arrangement } from "./arrangement";
import type { collectionLoader } from "./collection.server";
import classes from "./collection-page.module.css";

/** Link of a public collection, with copy and system share buttons. */
export function CollectionShare({ url, title }: { url: string; title: string }) {
  const { t } = useText();
  const [canShare, setCanShare] = useState(false);
  const [failure, setFailure] = useState("");
  useEffect(() => setCanShare(typeof navigator.share === "function"), []);
  const share = async () => {
    try {
      await navigator.share({ title, url });
      setFailure("");
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
      const copied = await copyText(url);
      setFailure(
        `${t("collections:share.failed")}. ${t(copied ? "collections:share.copied" : "collections:share.copyFailed")}`,
      );
    }
  };
  return (
    <div className={`${classes.share} rd-row`}>
      <label className="rd-hidden" htmlFor="collection-link">
        {t("collections:share.link")}
      </label>
      <input
        id="collection-link"
        type="text"
        readOnly
        dir="ltr"
        defaultValue={url}
        key={url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton text={url} copiedText={t("collections:share.copied")} className={classes.tool}>
        {t("collections:share.copy")}
      </CopyButton>
      {canShare && (
        <button type="button" className={classes.tool} onClick={share}>
          <Icon name="share-2" />
          {t("collections:share.system")}
        </button>
      )}
      <p role="status" className={failure ? classes.failed : "rd-hidden"}>
        {failure}
      </p>
    </div>
  );
}

export type CollectionItem = CollectionView["items"][number];

type CollectionView = NonNullable<Awaited<ReturnType<typeof collectionLoader>>>;

/** Page of a collection with its events. */
export function CollectionPage({ page }: { page: CollectionView }) {
  const { t } = useText();
  return (
    <main id="main" className={`rd-wrap ${classes.page}`}>
      <header className={classes.head}>
        <CollectionIcon color={page.color} icon={page.icon} size="l" />
        <div>
          <h1>
            <bdi>{page.name}</bdi>
          </h1>
          <p className={classes.facts}>
            {!page.isOwn && (
              <span>
                {t("collections:by")}{" "}
                <Link className="rd-link" to={page.owner.href}>
                  <bdi>{page.owner.name}</bdi>
                </Link>
              </span>
            )}
            <span>{page.count}</span>
            {page.isOwn && <Visibility isPublic={page.isPublic} />}
          </p>
          {page.description && (
            <p className={classes.about} dir="auto">
              {page.description}
            </p>
          )}
        </div>
        {page.isOwn && (
          <Button
            className={classes.edit}
            component={Link}
            to={paths.editCollection(page.id)}
            variant="default"
            icon="pencil"
          >
            {t("collections:edit")}
          </Button>
        )}
      </header>
      {page.isPublic ? (
        <>
          <CollectionShare url={page.url} title={page.name} />
          {page.feed && <SubscribeLinks feed={page.feed} />}
        </>
      ) : (
        !page.isDefault && (
          <p className={classes.note}>
            <Icon name="lock" />
            {t("collections:share.privateNote")}
          </p>
        )
      )}
      {page.items.length === 0 ? (
        <Empty isOwn={page.isOwn} />
      ) : (
        <section aria-label={t("collections:order")} className={classes.events}>
          {page.isOwn ? (
            <Arrangement items={page.items} page={page.page} />
          ) : (
            <EventGrid>
              {page.items.map(
                ({ card }) => card && <EventCard key={card.id} event={card} headingLevel={2} />,
              )}
            </EventGrid>
          )}
        </section>
      )}
      {(page.back || page.more) && (
        <p className="rd-row rd-gap-md">
          {page.back && (
            <Link className="rd-link" to={page.back}>
              {t("collections:back")}
            </Link>
          )}
          {page.more && (
            <Link className="rd-link" to={page.more}>
              {t("collections:more")}
            </Link>
          )}
        </p>
      )}
    </main>
  );
}

function Empty({ isOwn }: { isOwn: boolean }) {
  const { t } = useText();
  return (
    <div className={`${classes.empty} rd-empty`}>
      <Hodhod pose="sleeping" />
      <h2>{t("collections:empty")}</h2>
      <p>{t(isOwn ? "collections:emptyText" : "collections:emptyPublic")}</p>
      <Button component={Link} to={paths.events()}>
        {t("collections:emptyAction")}
      </Button>
    </div>
  );
}
