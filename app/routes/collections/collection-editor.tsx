import { useRef } from "react";
import { type FormFailure, failureOfForm } from "~/lib/http/form-failure";
import type { IconName } from "~/lib/icon-names";
import { paths } from "~/lib/paths";
import { Alert } from "~/ui/alert";
import { Checkbox } from "~/ui/checkbox";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { PageHead } from "~/ui/page-head";
import { Section } from "~/ui/section";
import { SubmitButton } from "~/ui/submit-button";
import { Swatches } from "~/ui/swatches";
import { useText } from "~/ui/text";
import { TextArea } from "~/ui/text-area";
import { TextField } from "~/ui/text-field";
import classes from "./collection-editor.module.css";
import type { editCollectionLoader, newCollectionLoader } from "./collection-form.server";

interface EditedCollection {
  id: string;
  name: string;
  description: string;
  color: string;
  icon: IconName;
  isPublic: boolean;
  isDefault: boolean;
}

type EditorView =
  | ReturnType<typeof newCollectionLoader>
  | Awaited<ReturnType<typeof editCollectionLoader>>;

type Failure = FormFailure | undefined;

const NEW = {
  name: "",
  description: "",
  color: "firoozeh",
  icon: "bookmark",
  isPublic: false,
  isDefault: false,
};
const NAME_MAX = 80;
const DESCRIPTION_MAX = 500;

/** Form of a new or existing collection. */
export function CollectionEditor({ page, failure }: { page: EditorView; failure: Failure }) {
  const { t } = useText();
  const { collection } = page;
  return (
    <main id="main">
      <PageHead
        title={t(collection ? "collections:form.titleEdit" : "collections:form.titleNew")}
        lead={t(collection ? "collections:form.leadEdit" : "collections:form.leadNew")}
      />
      <Fields page={page} failure={failureOfForm(failure, "collection")} />
      {collection && !collection.isDefault && (
        <Deletion
          collection={collection}
          isAsked={page.isAsked ?? false}
          failure={failureOfForm(failure, "delete")}
        />
      )}
    </main>
  );
}

function Fields({
  page: { collection, colors, icons, verification },
  failure,
}: {
  page: EditorView;
  failure: FormFailure | undefined;
}) {
  const { t } = useText();
  const is = collection ?? NEW;
  return (
    <Form name="collection" failure={failure} keeps={`collection ${is.name}`}>
      <TextField
        name="name"
        label={t("collections:form.name")}
        defaultValue={is.name}
        maxLength={NAME_MAX}
        dir="auto"
        autoComplete="off"
      />
      <TextArea
        name="description"
        label={t("collections:form.description")}
        help={t("collections:form.descriptionHelp")}
        defaultValue={is.description}
        maxLength={DESCRIPTION_MAX}
        rows={3}
      />
      <Swatches
        name="color"
        label={t("collections:form.color")}
        defaultValue={is.color}
        options={colors.map((color) => ({
          ...color,
          drawing: (
            <span className={classes.color} data-family={color.value}>
              <Icon name="check" />
            </span>
          ),
        }))}
      />
      <Swatches
        name="icon"
        label={t("collections:form.icon")}
        defaultValue={is.icon}
        options={icons.map((icon) => ({
          ...icon,
          drawing: (
            <span className={classes.icon}>
              <Icon name={icon.value} />
            </span>
          ),
        }))}
      />
      {is.isDefault ? (
        <p>{t("collections:form.favouritesHelp")}</p>
      ) : (
        <Checkbox
          name="isPublic"
          label={t("collections:form.public")}
          help={verification?.text ?? t("collections:form.publicHelp")}
          defaultChecked={is.isPublic}
          disabled={verification !== null && !is.isPublic}
        />
      )}
      <FormBar
        submit={t(collection ? "collections:form.save" : "collections:form.create")}
        intent={collection ? "save" : "create"}
      />
    </Form>
  );
}

interface DeletionProps {
  collection: EditedCollection;
  isAsked: boolean;
  failure: FormFailure | undefined;
}

/** Delete button and dialog. Without JavaScript the URL opens the dialog. */
function Deletion({ collection, isAsked, failure }: DeletionProps) {
  const { t } = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <Section
      id="delete"
      title={t("collections:delete.title")}
      lead={t("collections:delete.lead")}
      isBeside
    >
      {failure && (
        <Alert tone="bad" live="alert">
          {failure.message}
        </Alert>
      )}
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
        <Form action={paths.editCollection(collection.id)}>
          <SubmitButton intent="delete" danger>
            {t("collections:delete.submit")}
          </SubmitButton>
        </Form>
      </ConfirmDialog>
    </Section>
  );
}
