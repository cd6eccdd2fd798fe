import { AccountForm, AccountPage } from "~/components/account/account-parts";
import { type FormFailure, failureOfForm } from "~/lib/http/form-failure";
import { Field } from "~/ui/fields";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "../collection-editor.module.css";
import { CollectionIcon } from "../collection-icon";

interface EventCollectionsView {
  event: { title: string; href: string };
  collections: { id: string; name: string; color: string; icon: string; count: string; isIn: boolean }[];
}

interface EventCollectionsProps {
  page: EventCollectionsView;
  failure: FormFailure | undefined;
}

/** Which of one's collections hold an event: ticks, and the name of a new one. */
export function EventCollections({ page, failure }: EventCollectionsProps) {
  const { t } = useText();
  const refused = failureOfForm(failure, "manage");
  return (
    <AccountPage title={t("collections:manage.title")} lead={t("collections:manage.lead", { title: `\u2068${page.event.title}\u2069` })}>
      <div className={classes.body}>
        <AccountForm
          name="manage"
          failure={refused}
          submit={t("collections:manage.save")}
          intent="save"
          beside={
            <Link className="rd-link" to={page.event.href}>
              {t("collections:manage.back")}
            </Link>
          }
        >
          <fieldset className={classes.rows}>
            <legend className={classes.legend}>{t("collections:manage.legend")}</legend>
            {page.collections.map((collection) => (
              <label key={collection.id} className={classes.row}>
                <input className="rd-tick" type="checkbox" name="collection" value={collection.id} defaultChecked={collection.isIn} />
                <CollectionIcon color={collection.color} icon={collection.icon} />
                <span>
                  <b dir="auto">{collection.name}</b>
                  <small>{collection.count}</small>
                </span>
              </label>
            ))}
          </fieldset>
          <Field
            form="manage"
            name="name"
            label={t("collections:manage.newName")}
            failure={refused}
            maxLength={80}
            dir="auto"
            autoComplete="off"
          />
        </AccountForm>
      </div>
    </AccountPage>
  );
}
