import { CheckGroup } from "~/ui/check-group";
import { Checkbox } from "~/ui/checkbox";
import { Field } from "~/ui/field";
import { Select } from "~/ui/select";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import type { TemplateFields, TemplatesView } from "./email-templates.server";
import classes from "./template-editor.module.css";

/** Criteria for the events that the mail lists. */
export function SelectionCriteria({
  page: { choices },
  fields,
  issue,
}: {
  page: TemplatesView;
  fields: TemplateFields;
  issue?: string | undefined;
}) {
  const { t } = useText();
  return (
    <Field
      id="selection"
      label={t("admin-templates:tab.selection")}
      isLabelHidden
      help={t("admin-templates:help.selection")}
      error={issue}
      isGroup
    >
      <div className={classes.part}>
        <TextField
          label={t("admin-templates:select.windowDays")}
          name="windowDays"
          inputMode="numeric"
          dir="ltr"
          autoComplete="off"
          defaultValue={fields.windowDays}
        />
        <Select
          label={t("admin-templates:select.citiesOf")}
          name="citiesOf"
          options={[
            { value: "reader", label: t("admin-templates:select.readersCities") },
            { value: "listed", label: t("admin-templates:select.listed") },
          ]}
          defaultValue={fields.citiesOf}
        />
        <CheckGroup
          label={t("admin-templates:select.cities")}
          name="city"
          chosen={fields.cities}
          options={choices?.cities ?? []}
          isFolded
        />
        <Select
          label={t("admin-templates:select.categoriesOf")}
          name="categoriesOf"
          options={[
            { value: "reader", label: t("admin-templates:select.readersInterests") },
            { value: "all", label: t("admin-templates:select.all") },
            { value: "listed", label: t("admin-templates:select.listed") },
          ]}
          defaultValue={fields.categoriesOf}
        />
        <CheckGroup
          label={t("admin-templates:select.categories")}
          name="category"
          chosen={fields.categories}
          options={choices?.categories ?? []}
          isFolded
        />
        <Checkbox
          name="featuredOnly"
          label={t("admin-templates:select.featuredOnly")}
          defaultChecked={fields.featuredOnly}
        />
        <TextField
          label={t("admin-templates:select.limit")}
          name="limit"
          inputMode="numeric"
          dir="ltr"
          autoComplete="off"
          defaultValue={fields.limit}
        />
        <Select
          label={t("admin-templates:select.order")}
          name="order"
          options={[
            { value: "date", label: t("admin-templates:select.byDate") },
            { value: "popular", label: t("admin-templates:select.byPopularity") },
          ]}
          defaultValue={fields.order}
        />
      </div>
    </Field>
  );
}
