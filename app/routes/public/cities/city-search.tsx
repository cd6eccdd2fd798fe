import { useSubmit } from "@remix-run/react";
import type { FormEvent } from "react";
import form from "~/components/search-form/search-form.module.css";
import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Form } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./city-search.module.css";

interface Option {
  value: string;
  label: string;
}

interface CitySearchProps {
  query: { q: string; country: string | null; timeZone: string | null };
  countries: readonly Option[];
  timeZones: readonly Option[];
}

/** GET form that finds cities by name, country and time zone. Works without JavaScript. */
export function CitySearch({ query, countries, timeZones }: CitySearchProps) {
  const { t } = useText();
  const submit = useSubmit();
  // Omits empty fields from the URL.
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const asked = [...new FormData(event.currentTarget)].filter(
      (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== "",
    );
    submit(new URLSearchParams(asked), { action: paths.cities(), method: "get" });
  };
  return (
    <Form
      className={`${form.bar} ${classes.bar}`}
      method="get"
      action={paths.cities()}
      role="search"
      aria-label={t("pages:cities.search")}
      onSubmit={onSubmit}
    >
      <div className={`${form.field} ${classes.field}`}>
        <Icon name="search" />
        <div>
          <label htmlFor="q">{t("pages:cities.name")}</label>
          <input
            id="q"
            name="q"
            type="search"
            maxLength={80}
            defaultValue={query.q}
            key={query.q}
            placeholder={t("pages:cities.namePlaceholder")}
            autoComplete="off"
            dir="auto"
          />
        </div>
      </div>
      <Choice
        name="country"
        icon={<Icon name="flag" />}
        label={t("pages:cities.country")}
        any={t("pages:cities.anyCountry")}
        options={countries}
        value={query.country}
      />
      <Choice
        name="timezone"
        icon={<Icon name="clock" />}
        label={t("pages:cities.timeZone")}
        any={t("pages:cities.anyTimeZone")}
        options={timeZones}
        value={query.timeZone}
      />
      <Button type="submit" size="lg" className={`${form.submit} ${classes.submit}`}>
        {t("pages:cities.submit")}
      </Button>
    </Form>
  );
}

function Choice({
  name,
  icon,
  label,
  any,
  options,
  value,
}: {
  name: string;
  icon: React.ReactNode;
  label: string;
  any: string;
  options: readonly Option[];
  value: string | null;
}) {
  return (
    <div className={`${form.field} ${classes.field}`}>
      {icon}
      <div>
        <label htmlFor={name}>{label}</label>
        <select id={name} name={name} defaultValue={value ?? ""} key={value}>
          <option value="">{any}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
