import { useSubmit } from "@remix-run/react";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { EventCard, EventGrid } from "~/components/event-card/event-card";
import cards from "~/components/event-card/event-card.module.css";
import { SubscribeLinks } from "~/components/follow/follow-list";
import { Hodhod } from "~/components/hodhod/hodhod";
import { CopyButton } from "~/components/share/copy-button";
import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { copyText } from "~/ui/copy-text";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import { CollectionIcon } from "../collection-icon";
import { Visibility } from "../collections-page";
import type { collectionLoader } from "./collection.server";
import classes from "./collection-page.module.css";

/** Link of a public collection, with copy and system share buttons. */
function CollectionShare({ url, title }: { url: string; title: string }) {
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

type CollectionItem = CollectionView["items"][number];

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
              <span className="rd-inline">
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
          <p className={`${classes.note} rd-line`}>
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

const named = ({ card, place }: CollectionItem) => ({ title: card?.title ?? place });

/** Events of the reader's own collection, arranged by buttons and, with JavaScript, by dragging. */
function Arrangement({ items, page }: { items: CollectionItem[]; page: number }) {
  const { t } = useText();
  const submit = useSubmit();
  const [isReady, setReady] = useState(false);
  const [dragged, setDragged] = useState<string | null>(null);
  const [status, setStatus] = useState("");
  /** Button that moved an event. It is focused again after the event has changed places. */
  const pressed = useRef<{ event: string; button: string } | null>(null);
  useEffect(() => setReady(true), []);

  useEffect(() => {
    const moved = pressed.current;
    pressed.current = null;
    const item = items.find(({ id }) => id === moved?.event);
    if (!moved || !item) return;
    const button = document.getElementById(moved.button);
    if (button instanceof HTMLButtonElement && !button.disabled) button.focus();
    else
      document
        .querySelector<HTMLButtonElement>(
          `#held-${CSS.escape(item.id)} button[value]:not(:disabled)`,
        )
        ?.focus();
    setStatus(t("collections:moved", { ...named(item), place: item.place }));
  }, [items, t]);

  const drop = (event: DragEvent, beside: string) => {
    event.preventDefault();
    if (!dragged || dragged === beside) return;
    const at = (id: string) => items.findIndex((item) => item.id === id);
    const intent = at(dragged) > at(beside) ? "before" : "after";
    submit(
      { intent, event: dragged, beside, page: String(page) },
      { method: "post", preventScrollReset: true },
    );
  };

  return (
    <>
      <p className="rd-hidden" role="status">
        {status}
      </p>
      <ol className={`${cards.grid} ${classes.arrangement}`}>
        {items.map((item) => (
          <li
            key={item.id}
            id={`held-${item.id}`}
            data-dragged={dragged === item.id || undefined}
            draggable={isReady || undefined}
            onDragStart={() => setDragged(item.id)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => drop(event, item.id)}
          >
            {item.card ? (
              <EventCard event={item.card} headingLevel={2} />
            ) : (
              <p className={classes.gone}>{t("collections:gone")}</p>
            )}
            <Form
              method="post"
              className={classes.tools}
              preventScrollReset
              onSubmit={(event) => {
                const { submitter } = event.nativeEvent as SubmitEvent;
                if (submitter?.id) pressed.current = { event: item.id, button: submitter.id };
              }}
            >
              <input type="hidden" name="event" value={item.id} />
              <input type="hidden" name="page" value={page} />
              <span className={classes.place}>{item.place}</span>
              {item.isOver && <span className={classes.over}>{t("collections:past")}</span>}
              <button
                className="rd-square"
                id={`up-${item.id}`}
                type="submit"
                name="intent"
                value="up"
                aria-label={t("collections:up", named(item))}
                disabled={item.isFirst}
              >
                <Icon name="arrow-up" />
              </button>
              <button
                className="rd-square"
                id={`down-${item.id}`}
                type="submit"
                name="intent"
                value="down"
                aria-label={t("collections:down", named(item))}
                disabled={item.isLast}
              >
                <Icon name="arrow-down" />
              </button>
              <button
                className="rd-square"
                type="submit"
                name="intent"
                value="remove"
                aria-label={
                  item.card ? t("collections:remove", named(item)) : t("collections:removeGone")
                }
              >
                <Icon name="x" />
              </button>
            </Form>
          </li>
        ))}
      </ol>
    </>
  );
}
