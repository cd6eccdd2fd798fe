import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import { CollectionIcon } from "./collection-icon";
import classes from "./collections.module.css";

export interface CollectionCardView {
  id: string;
  href: string;
  name: string;
  description: string;
  color: string;
  icon: string;
  isPublic: boolean;
  count: string;
}

interface CollectionsView {
  /** What is said where they could not be loaded. */
  failed: string | null;
  collections: CollectionCardView[];
}

/** All collections of whoever is signed in. */
export function CollectionsPage({ page }: { page: CollectionsView }) {
  const { t } = useText();
  return (
    <main id="main">
      <header className={classes.head}>
        <div>
          <h1>{t("collections:title")}</h1>
          <p>{t("collections:lead")}</p>
        </div>
        <Button component={Link} to={paths.newCollection()} leftSection={<Icon name="plus" />}>
          {t("collections:new")}
        </Button>
      </header>
      {page.failed ? (
        <div className={classes.failed} role="alert">
          <p>{page.failed}</p>
          <Button component="a" href={paths.collections()} variant="default">
            {t("common:tryAgain")}
          </Button>
        </div>
      ) : (
        <ul className={classes.grid}>
          {page.collections.map((collection) => (
            <li key={collection.id}>
              <CollectionCard collection={collection} />
            </li>
          ))}
        </ul>
      )}
    </main>
  );
}

function CollectionCard({ collection }: { collection: CollectionCardView }) {
  return (
    <article className={classes.card}>
      <CollectionIcon color={collection.color} icon={collection.icon} />
      <h2>
        <Link to={collection.href} dir="auto">
          {collection.name}
        </Link>
      </h2>
      {collection.description && (
        <p className={classes.about} dir="auto">
          {collection.description}
        </p>
      )}
      <p className={classes.facts}>
        <span>{collection.count}</span>
        <Visibility isPublic={collection.isPublic} />
      </p>
    </article>
  );
}

/** Who may see a collection: with a word and a sign, since neither speaks alone. */
export function Visibility({ isPublic }: { isPublic: boolean }) {
  const { t } = useText();
  return (
    <span>
      {isPublic ? <Icon name="world" size="s" /> : <Icon name="lock" size="s" />}
      {t(isPublic ? "collections:public" : "collections:private")}
    </span>
  );
}
