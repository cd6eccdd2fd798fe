import { RemovalDialog, StateBadge } from "~/components/admin-notifications/removal";
import { LastChange } from "~/components/settings/last-change";
import { paths } from "~/lib/paths";
import { LinkButton } from "~/ui/button";
import { Link } from "~/ui/link";
import { Meta } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { Table } from "~/ui/table";
import { useText } from "~/ui/text";
import type { TemplateFailure, TemplatesView } from "./email-templates.server";
import { TemplateEditor } from "./template-editor";

/** Page `/admin/email-templates`: the list, the editor or the delete dialog. */
export function EmailTemplates({
  page,
  failure,
}: {
  page: TemplatesView;
  failure: TemplateFailure | undefined;
}) {
  switch (page.mode) {
    case "new":
    case "edit":
      return <TemplateEditor page={page} failure={failure} />;
    case "remove":
      return <TemplateRemoval page={page} failure={failure} />;
    default:
      return <TemplateList page={page} />;
  }
}

function TemplateList({ page }: { page: TemplatesView }) {
  const { t } = useText();
  return (
    <main id="main">
      <PageHead
        title={t("admin-templates:title")}
        lead={t("admin-templates:lead")}
        actions={
          <LinkButton to={paths.adminEmailTemplates({ new: 1 })} icon="plus">
            {t("admin-templates:new")}
          </LinkButton>
        }
      />
      <Table
        label={t("admin-templates:title")}
        rows={page.templates}
        rowKey={({ key }) => key}
        columns={[
          {
            key: "name",
            head: t("admin-templates:name"),
            isHead: true,
            cell: ({ key, name, href }) => (
              <div>
                <Link className="rd-link" to={href} dir="auto">
                  {name}
                </Link>
                <Meta>
                  <bdi className="rd-code">{key}</bdi>
                </Meta>
              </div>
            ),
          },
          { key: "kind", head: t("admin-templates:kindOf"), cell: ({ kind }) => kind },
          {
            key: "state",
            head: t("admin-templates:state"),
            cell: ({ isActive }) => <StateBadge isActive={isActive} />,
          },
          {
            key: "last",
            head: t("admin-templates:last"),
            cell: ({ last }) =>
              last ? <LastChange last={last} /> : <Meta>{t("notification-admin:asShipped")}</Meta>,
          },
        ]}
      />
    </main>
  );
}

function TemplateRemoval({
  page: { form, isShipped },
  failure,
}: {
  page: TemplatesView;
  failure: TemplateFailure | undefined;
}) {
  const { t } = useText();
  return (
    <RemovalDialog
      thing={form}
      isShipped={isShipped}
      title={t(
        isShipped ? "admin-templates:remove.resetTitle" : "admin-templates:remove.deleteTitle",
      )}
      text={t(isShipped ? "admin-templates:remove.resetText" : "admin-templates:remove.deleteText")}
      failure={failure?.message}
      action={paths.adminEmailTemplates({ template: form.key, remove: 1 })}
      cancelHref={paths.adminEmailTemplates({ template: form.key })}
    />
  );
}
