import { Button, LinkButton } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { Fold } from "~/ui/fold";
import { Form } from "~/ui/form";
import { IconButton } from "~/ui/icon-button";
import { Form as LanguageForm, Link } from "~/ui/link";
import { Menu } from "~/ui/menu";
import { Select } from "~/ui/select";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import type { ReviewView } from "./review";
import classes from "./review.module.css";

/** Filters of the review screen, kept in the URL. */
export function ReviewFilters({ view }: { view: ReviewView }) {
  const { t } = useText();
  const { query, options } = view;
  const any = { value: "", label: t("moderation:events.any") };
  const choices = [
    { name: "category", label: t("moderation:events.category"), options: options.categories },
    { name: "source", label: t("moderation:inbox.source.label"), options: options.sources },
    { name: "age", label: t("moderation:inbox.age.label"), options: options.ages },
  ] as const;
  return (
    <Fold
      title={t("moderation:inbox.filters")}
      open={view.isFiltered || (view.views?.length ?? 0) > 0}
      isQuiet
    >
      <Form
        method="get"
        name="filter"
        action={view.base}
        role="search"
        isRow
        key={JSON.stringify(query)}
      >
        {view.tabField.value && <input type="hidden" {...view.tabField} />}
        <Menu label={t("moderation:inbox.cities")} isWordy>
          {options.cities.map(({ value, label }) => (
            <li key={value}>
              <Checkbox
                name="city"
                value={value}
                label={label}
                defaultChecked={query.city.includes(value)}
              />
            </li>
          ))}
        </Menu>
        {choices.map(({ name, label, options: values }) => (
          <Select
            key={name}
            name={name}
            label={label}
            options={[any, ...values]}
            defaultValue={query[name]}
          />
        ))}
        <Checkbox name="ready" label={t("moderation:inbox.ready")} defaultChecked={query.isReady} />
        <Button type="submit" size="md" variant="default">
          {t("moderation:events.apply")}
        </Button>
        {view.isFiltered && (
          <LinkButton to={view.clear} size="md" variant="subtle">
            {t("moderation:events.clear")}
          </LinkButton>
        )}
      </Form>
      {view.views && (
        <div className={classes.views}>
          {view.views.map(({ id, name, href }) => (
            <LanguageForm key={id} method="post" action={view.list} preventScrollReset>
              <input type="hidden" name="view" value={id} />
              <Link className="rd-link" to={href}>
                <bdi>{name}</bdi>
              </Link>
              <IconButton
                type="submit"
                name="intent"
                value="delete-view"
                icon="x"
                label={t("moderation:inbox.views.delete", { name })}
              />
            </LanguageForm>
          ))}
          <LanguageForm method="post" action={view.list} preventScrollReset>
            <TextField
              name="name"
              id="view-name"
              label={t("moderation:inbox.views.name")}
              maxLength={view.nameMax}
              autoComplete="off"
            />
            <Button intent="save-view" size="md" variant="default">
              {t("moderation:inbox.views.save")}
            </Button>
          </LanguageForm>
        </div>
      )}
    </Fold>
  );
}
