import { useRef } from "react";
import { AccountForm, AccountPage, Section, SubmitButton } from "~/components/account/account-parts";
import { type FormFailure, failureOfForm } from "~/lib/http/form-failure";
import type { VerificationNotice } from "~/lib/pages/views";
import { paths } from "~/lib/paths";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { Field } from "~/ui/fields";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./collection-editor.module.css";

interface EditedCollection {
  id: string;
  name: string;
  description: string;
  color: string;
  icon: string;
  isPublic: boolean;
  isDefault: boolean;
}

interface Choice {
  value: string;
  label: string;
}

interface EditorView {
  /** Null: a new one. */
  collection: EditedCollection | null;
  colors: Choice[];
  icons: Choice[];
  /** Whether the address asks to delete it. */
  isAsked?: boolean;
  /** Null where its owner may publish it. */
  verification: VerificationNotice | null;
}

type Failure = FormFailure | undefined;

const NEW = { name: "", description: "", color: "firoozeh", icon: "bookmark", isPublic: false, isDefault: false };
const NAME_MAX = 80;
const DESCRIPTION_MAX = 500;

/** The form of a new collection, and of one that there is. */
export function CollectionEditor({ page, failure }: { page: EditorView; failure: Failure }) {
  const { t } = useText();
  const { collection } = page;
  return (
    <AccountPage
      title={t(collection ? "collections:form.titleEdit" : "collections:form.titleNew")}
      lead={t(collection ? "collections:form.leadEdit" : "collections:form.leadNew")}
    >
      <div className={classes.body}>
        <Fields page={page} failure={failureOfForm(failure, "collection")} />
      </div>
      {collection && !collection.isDefault && (
        <Deletion collection={collection} isAsked={page.isAsked ?? false} failure={failureOfForm(failure, "delete")} />
      )}
    </AccountPage>
  );
}

function Fields({ page: { collection, colors, icons, verification }, failure }: { page: EditorView; failure: FormFailure | undefined }) {
  const { t } = useText();
  const is = collection ?? NEW;
  const typed = failure?.values;
  const issueOf = (name: string) => failure?.issues[name];
  return (
    <AccountForm
      name="collection"
      failure={failure}
      submit={t(collection ? "collections:form.save" : "collections:form.create")}
      intent={collection ? "save" : "create"}
    >
      <Field
        form="collection"
        name="name"
        label={t("collections:form.name")}
        failure={failure}
        value={is.name}
        maxLength={NAME_MAX}
        dir="auto"
        autoComplete="off"
      />
      <div className={classes.text}>
        <label htmlFor="collection-description">{t("collections:form.description")}</label>
        <textarea
          id="collection-description"
          name="description"
          defaultValue={typed?.description ?? is.description}
          maxLength={DESCRIPTION_MAX}
          rows={3}
          dir="auto"
          aria-invalid={issueOf("description") ? true : undefined}
          aria-describedby={issueOf("description") ? "collection-description-issue" : "collection-description-help"}
        />
        <p id="collection-description-help">{t("collections:form.descriptionHelp")}</p>
        {issueOf("description") && (
          <p id="collection-description-issue" className={classes.issue}>
            {issueOf("description")}
          </p>
        )}
      </div>
      <fieldset className={classes.choices} id="collection-color">
        <legend className={classes.legend}>{t("collections:form.color")}</legend>
        <div>
          {colors.map(({ value, label }) => (
            <label key={value} className={classes.choice} title={label}>
              <input
                className="rd-over-label"
                type="radio"
                name="color"
                value={value}
                aria-label={label}
                defaultChecked={value === (typed?.color ?? is.color)}
              />
              <span className={classes.swatch} data-family={value}>
                <Icon name="check" />
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className={classes.choices} id="collection-icon">
        <legend className={classes.legend}>{t("collections:form.icon")}</legend>
        <div>
          {icons.map(({ value, label }) => (
            <label key={value} className={classes.choice} title={label}>
              <input
                className="rd-over-label"
                type="radio"
                name="icon"
                value={value}
                aria-label={label}
                defaultChecked={value === (typed?.icon ?? is.icon)}
              />
              <span className={classes.drawing}>
                <Icon name={value} />
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {is.isDefault ? (
        <p>{t("collections:form.favouritesHelp")}</p>
      ) : (
        <div className={classes.tick}>
          <input
            id="collection-isPublic"
            className="rd-tick"
            type="checkbox"
            name="isPublic"
            value="1"
            defaultChecked={typed ? typed.isPublic === "1" : is.isPublic}
            disabled={verification !== null && !is.isPublic}
            aria-describedby="collection-isPublic-help"
          />
          <label htmlFor="collection-isPublic">{t("collections:form.public")}</label>
          <p id="collection-isPublic-help">{verification?.text ?? t("collections:form.publicHelp")}</p>
        </div>
      )}
    </AccountForm>
  );
}

interface DeletionProps {
  collection: EditedCollection;
  isAsked: boolean;
  failure: FormFailure | undefined;
}

/** Without a script the question is this page again, asking. */
function Deletion({ collection, isAsked, failure }: DeletionProps) {
  const { t } = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <Section id="delete" title={t("collections:delete.title")} lead={t("collections:delete.lead")}>
      {failure && <p role="alert">{failure.message}</p>}
      <p>
        <Link
          className="rd-link"
          to={`${paths.editCollection(collection.id, { delete: true })}#delete`}
          onClick={(event) => {
            event.preventDefault();
            dialog.current?.showModal();
          }}
        >
          {t("collections:delete.ask")}
        </Link>
      </p>
      <ConfirmDialog
        ref={dialog}
        open={isAsked}
        question={t("collections:delete.question", { name: `\u2068${collection.name}\u2069` })}
        text={t("collections:delete.text")}
        cancelHref={paths.editCollection(collection.id)}
        cancelLabel={t("collections:delete.keep")}
      >
        <Form method="post" action={paths.editCollection(collection.id)}>
          <SubmitButton intent="delete" danger>
            {t("collections:delete.submit")}
          </SubmitButton>
        </Form>
      </ConfirmDialog>
    </Section>
  );
}
