import { paths } from "~/lib/paths";
import { Button, LinkButton } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { Form } from "~/ui/form";
import { Menu } from "~/ui/menu";
import { Select } from "~/ui/select";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import type { AllEventsView } from "./events.server";

/** Search, filters, order and columns of `/admin/events`, kept in the URL. */
export function AllEventsFilters({ view }: { view: AllEventsView }) {
  const { t } = useText();
  const { query } = view;
  const any = { value: "", label: t("moderation:events.any") };
  const yesNo = [
    any,
    { value: "yes", label: t("moderation:events.yes") },
    { value: "no", label: t("moderation:events.no") },
  ];
  const choices = [
    { name: "status", label: t("moderation:events.status"), options: [any, ...view.statuses] },
    { name: "city", label: t("moderation:events.city"), options: [any, ...view.cities] },
    {
      name: "category",
      label: t("moderation:events.category"),
      options: [any, ...view.categories],
    },
    {
      name: "when",
      label: t("moderation:events.when"),
      options: [
        any,
        { value: "upcoming", label: t("moderation:events.upcoming") },
        { value: "past", label: t("moderation:events.past") },
      ],
    },
    { name: "featured", label: t("moderation:events.featured"), options: yesNo },
    { name: "active", label: t("moderation:events.active"), options: yesNo },
    { name: "sort", label: t("moderation:events.sortBy"), options: view.sorts },
  ] as const;
  return (
    <Form
      method="get"
      name="filter"
      action={paths.adminEvents()}
      role="search"
      isRow
      key={JSON.stringify(query)}
    >
      <TextField
        type="search"
        name="q"
        label={t("moderation:events.search")}
        defaultValue={query.q}
        maxLength={100}
        dir="auto"
        autoComplete="off"
      />
      {choices.map(({ name, label, options }) => (
        <Select key={name} name={name} label={label} options={options} defaultValue={query[name]} />
      ))}
      <Menu label={t("moderation:events.columns")} isWordy>
        {view.columns.map(({ name, label, isShown }) => (
          <li key={name}>
            <Checkbox name="column" value={name} label={label} defaultChecked={isShown} />
          </li>
        ))}
      </Menu>
      <Button type="submit" size="md" variant="default">
        {t("moderation:events.apply")}
      </Button>
      {view.isFiltered && (
        <LinkButton to={paths.adminEvents()} size="md" variant="subtle">
          {t("moderation:events.clear")}
        </LinkButton>
      )}
    </Form>
  );
}
