import { NativeSelect, TextInput } from "@mantine/core";
import news from "~/components/admin-notifications/admin-notifications.module.css";
import settings from "~/components/settings/settings.module.css";
import type { TemplateFieldsView, TemplatesView } from "~/lib/pages/template-views";
import { useText } from "~/ui/text";

interface CriteriaProps {
  page: TemplatesView;
  fields: TemplateFieldsView;
  issues: Record<string, string>;
}

/** Which events the mail lists. */
export function SelectionCriteria({ page, fields, issues }: CriteriaProps) {
  const { t } = useText();
  const { choices } = page;
  return (
    <>
      <p className={settings.help}>{t("admin-templates:help.selection")}</p>
      {issues.selection && <p className={settings.issue}>{issues.selection}</p>}
      <TextInput
        label={t("admin-templates:select.windowDays")}
        name="windowDays"
        inputMode="numeric"
        dir="ltr"
        autoComplete="off"
        defaultValue={fields.windowDays}
        error={issues.windowDays}
      />
      <NativeSelect
        label={t("admin-templates:select.citiesOf")}
        name="citiesOf"
        data={[
          { value: "reader", label: t("admin-templates:select.readersCities") },
          { value: "listed", label: t("admin-templates:select.listed") },
        ]}
        defaultValue={fields.citiesOf}
      />
      <Ticks title={t("admin-templates:select.cities")} name="city" chosen={fields.cities} choices={choices?.cities ?? []} />
      <NativeSelect
        label={t("admin-templates:select.categoriesOf")}
        name="categoriesOf"
        data={[
          { value: "reader", label: t("admin-templates:select.readersInterests") },
          { value: "all", label: t("admin-templates:select.all") },
          { value: "listed", label: t("admin-templates:select.listed") },
        ]}
        defaultValue={fields.categoriesOf}
      />
      <Ticks
        title={t("admin-templates:select.categories")}
        name="category"
        chosen={fields.categories}
        choices={choices?.categories ?? []}
      />
      <label className={settings.switch}>
        <input type="checkbox" className="rd-tick" name="featuredOnly" value="1" defaultChecked={fields.featuredOnly} />
        {t("admin-templates:select.featuredOnly")}
      </label>
      <TextInput
        label={t("admin-templates:select.limit")}
        name="limit"
        inputMode="numeric"
        dir="ltr"
        autoComplete="off"
        defaultValue={fields.limit}
        error={issues.limit}
      />
      <NativeSelect
        label={t("admin-templates:select.order")}
        name="order"
        data={[
          { value: "date", label: t("admin-templates:select.byDate") },
          { value: "popular", label: t("admin-templates:select.byPopularity") },
        ]}
        defaultValue={fields.order}
      />
    </>
  );
}

interface TicksProps {
  title: string;
  name: string;
  chosen: readonly string[];
  choices: readonly { value: string; label: string }[];
}

function Ticks({ title, name, chosen, choices }: TicksProps) {
  return (
    <details className={news.folded} open={chosen.length > 0}>
      <summary>{title}</summary>
      <div className={news.ticks}>
        {choices.map(({ value, label }) => (
          <label key={value} className={settings.switch}>
            <input type="checkbox" className="rd-tick" name={name} value={value} defaultChecked={chosen.includes(value)} />
            {label}
          </label>
        ))}
      </div>
    </details>
  );
}
