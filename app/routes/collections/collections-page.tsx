import { paths } from "~/lib/paths";
import { Alert } from "~/ui/alert";
import { Button, LinkButton } from "~/ui/button";
import { Card, CardGrid } from "~/ui/card";
import { Icon } from "~/ui/icon";
import { Meta } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { useText } from "~/ui/text";
import { CollectionIcon } from "./collection-icon";
import classes from "./collections.module.css";
import type { collectionsLoader } from "./collections.server";

type CollectionCardView = CollectionsView["collections"][number];

type CollectionsView = Awaited<ReturnType<typeof collectionsLoader>>;

/** Up to this many collections have large cards. */
const FEW = 2;

/** Page of the reader's collections. */
export function CollectionsPage({ page }: { page: CollectionsView }) {
  const { t } = useText();
  return (
    <main id="main">
      <PageHead
        title={t("collections:title")}
        lead={t("collections:lead")}
        actions={
          <LinkButton to={paths.newCollection()} icon="plus">
            {t("collections:new")}
          </LinkButton>
        }
      />
      {page.failed ? (
        <Alert
          tone="bad"
          live="alert"
          action={
            <Button component="a" href={paths.collections()} variant="default">
              {t("common:tryAgain")}
            </Button>
          }
        >
          {page.failed}
        </Alert>
      ) : (
        <CardGrid as="ul" isWide={page.collections.length <= FEW}>
          {page.collections.map((collection) => (
            <CollectionCard
              key={collection.id}
              collection={collection}
              isLarge={page.collections.length <= FEW}
            />
          ))}
        </CardGrid>
      )}
    </main>
  );
}

function CollectionCard({
  collection,
  isLarge,
}: {
  collection: CollectionCardView;
  isLarge: boolean;
}) {
  return (
    <Card
      as="li"
      to={collection.href}
      title={
        <span className="rd-row rd-gap-md">
          <CollectionIcon color={collection.color} icon={collection.icon} />
          <bdi>{collection.name}</bdi>
        </span>
      }
      footer={
        <Meta>
          <span>{collection.count}</span>
          <Visibility isPublic={collection.isPublic} />
        </Meta>
      }
    >
      <span
        className={classes.covers}
        data-family={collection.color}
        data-large={(isLarge && collection.covers.length > 0) || undefined}
        aria-hidden="true"
      >
        {collection.covers.map(({ id, src, focus }) => (
          <img
            key={id}
            src={src}
            data-focus={focus}
            alt=""
            width={140}
            height={140}
            loading="lazy"
            decoding="async"
          />
        ))}
      </span>
      {collection.description && (
        <p className={classes.about} dir="auto">
          {collection.description}
        </p>
      )}
    </Card>
  );
}

/** Visibility of a collection, as icon and text. */
export function Visibility({ isPublic }: { isPublic: boolean }) {
  const { t } = useText();
  return (
    <span className="rd-inline rd-gap-2xs">
      {isPublic ? <Icon name="world" size="s" /> : <Icon name="lock" size="s" />}
      {t(isPublic ? "collections:public" : "collections:private")}
    </span>
  );
}
