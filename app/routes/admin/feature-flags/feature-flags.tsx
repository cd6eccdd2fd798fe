import type { FieldChecks } from "~/components/admin/use-checked-form";
import { LastChange } from "~/components/settings/last-change";
import { paths } from "~/lib/paths";
import { Alert } from "~/ui/alert";
import { Badge } from "~/ui/badge";
import { LinkButton } from "~/ui/button";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { PageHead } from "~/ui/page-head";
import { numberColumn, Table } from "~/ui/table";
import { useText } from "~/ui/text";
import type { FlagFailureView, FlagsView } from "./feature-flags.server";
import { FlagForm } from "./flag-form";

interface FeatureFlagsProps extends Pick<FieldChecks, "schema"> {
  page: FlagsView;
  failure: FlagFailureView | undefined;
}

/** Page `/admin/feature-flags`: the list or a flag's form. */
export function FeatureFlags({ page, failure, schema }: FeatureFlagsProps) {
  switch (page.mode) {
    case "new":
    case "edit":
      return (
        <FlagForm
          page={page}
          failure={failure}
          schema={schema}
          key={`${page.form.key} ${page.form.version}`}
        />
      );
    case "delete":
      return <FlagDeletion page={page} />;
    default:
      return <FlagList page={page} />;
  }
}

function FlagList({ page }: { page: FlagsView }) {
  const { t } = useText();
  return (
    <main id="main">
      <PageHead
        title={t("settings:flags.title")}
        lead={t("settings:flags.lead")}
        actions={
          page.mayChange && (
            <LinkButton to={paths.adminFeatureFlags({ new: 1 })} icon="plus">
              {t("settings:flags.new")}
            </LinkButton>
          )
        }
      />
      {!page.mayChange && <Alert icon="lock">{t("settings:readOnly")}</Alert>}
      <Table
        label={t("settings:flags.title")}
        rows={page.flags}
        rowKey={({ key }) => key}
        columns={[
          {
            key: "key",
            head: t("settings:flags.key"),
            isHead: true,
            cell: ({ key, href, description }) => (
              <>
                <Link className="rd-link rd-code" to={href} dir="ltr">
                  {key}
                </Link>
                {description && <p dir="auto">{description}</p>}
              </>
            ),
          },
          {
            key: "state",
            head: t("settings:flags.state"),
            cell: ({ isOn }) => (
              <Badge tone={isOn ? "good" : undefined}>
                {isOn ? <Icon name="circle-check" size="s" /> : <Icon name="circle-x" size="s" />}
                {t(isOn ? "settings:on" : "settings:off")}
              </Badge>
            ),
          },
          numberColumn("share", t("settings:flags.share")),
          { key: "roles", head: t("settings:flags.roles"), cell: ({ roles }) => roles },
          {
            key: "languages",
            head: t("settings:flags.languages"),
            cell: ({ languages }) => languages,
          },
          {
            key: "last",
            head: t("settings:flags.last"),
            cell: ({ last }) =>
              last ? <LastChange last={last} /> : <small>{t("settings:asShipped")}</small>,
          },
        ]}
      />
    </main>
  );
}

function FlagDeletion({ page: { form } }: { page: FlagsView }) {
  const { t } = useText();
  return (
    <main id="main">
      <PageHead title={t("settings:flags.deleteTitle")} lead={t("settings:flags.deleteText")} />
      <Form action={paths.adminFeatureFlags()}>
        <input type="hidden" name="key" value={form.key} />
        <p className="rd-code" dir="ltr">
          {form.key}
        </p>
        <FormBar
          submit={t("settings:flags.delete")}
          intent="delete"
          danger
          cancel={{
            href: paths.adminFeatureFlags({ flag: form.key }),
            label: t("settings:cancel"),
          }}
        />
      </Form>
    </main>
  );
}
