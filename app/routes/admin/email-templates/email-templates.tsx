import { Button } from "@mantine/core";
import admin from "~/components/admin/admin-page.module.css";
import { Scroller } from "~/components/admin/scroller";
import { Removal } from "~/components/admin-notifications/removal";
import settings from "~/components/settings/settings.module.css";
import { Last } from "~/components/settings/settings-groups";
import type { TemplateFailureView, TemplateRowView, TemplatesView } from "~/lib/pages/template-views";
import { paths } from "~/lib/paths";
import { Badge } from "~/ui/badge";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import { TemplateEditor } from "./template-editor";

/** /admin/email-templates: the list, or one of them. */
export function EmailTemplates({ page, failure }: { page: TemplatesView; failure: TemplateFailureView | undefined }) {
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
      <header className={admin.head}>
        <h1>{t("admin-templates:title")}</h1>
        <Button component={Link} to={paths.adminEmailTemplates({ new: 1 })} leftSection={<Icon name="plus" />}>
          {t("admin-templates:new")}
        </Button>
        <p>{t("admin-templates:lead")}</p>
      </header>
      <Scroller label={t("admin-templates:title")}>
        <table className={admin.table} data-stacked>
          <thead>
            <tr>
              <th scope="col">{t("admin-templates:name")}</th>
              <th scope="col">{t("admin-templates:kindOf")}</th>
              <th scope="col">{t("admin-templates:state")}</th>
              <th scope="col">{t("admin-templates:last")}</th>
            </tr>
          </thead>
          <tbody>
            {page.templates.map((template) => (
              <TemplateRow key={template.key} template={template} />
            ))}
          </tbody>
        </table>
      </Scroller>
    </main>
  );
}

function TemplateRow({ template: { key, name, kind, href, isActive, last } }: { template: TemplateRowView }) {
  const { t } = useText();
  return (
    <tr>
      <th scope="row">
        <Link className="rd-link" to={href} dir="auto">
          {name}
        </Link>
        <p className={settings.about}>
          <bdi className={settings.key}>{key}</bdi>
        </p>
      </th>
      <td data-label={t("admin-templates:kindOf")}>{kind}</td>
      <td data-label={t("admin-templates:state")}>
        <Badge tone={isActive ? "good" : undefined}>
          <Icon name={isActive ? "circle-check" : "circle-x"} size="s" />
          {t(isActive ? "admin-news:on" : "admin-news:off")}
        </Badge>
      </td>
      <td data-label={t("admin-templates:last")}>
        {last ? <Last last={last} /> : <span className={settings.meta}>{t("admin-news:asShipped")}</span>}
      </td>
    </tr>
  );
}

function TemplateRemoval({ page: { form, isShipped }, failure }: { page: TemplatesView; failure: TemplateFailureView | undefined }) {
  const { t } = useText();
  return (
    <Removal
      thing={form}
      isShipped={isShipped}
      title={t(isShipped ? "admin-templates:remove.resetTitle" : "admin-templates:remove.deleteTitle")}
      text={t(isShipped ? "admin-templates:remove.resetText" : "admin-templates:remove.deleteText")}
      failure={failure?.message}
      action={paths.adminEmailTemplates({ template: form.key, remove: 1 })}
      cancelHref={paths.adminEmailTemplates({ template: form.key })}
    />
  );
}
