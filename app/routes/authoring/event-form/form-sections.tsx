import { useState } from "react";
import { Icon } from "~/ui/icon";
import { useText } from "~/ui/text";
import { CityField } from "./city-field";
import { DateTimeField } from "./date-time-field";
import classes from "./event-form.module.css";
import { fieldIdOf, useEventForm } from "./form-context";
import { FieldIssue, FieldShell, FormSection, PlainField, useInputProps, WrittenPair } from "./form-fields";
import { MediaField } from "./media-field";
import { TagsField } from "./tags-field";
import { UseVenuePosition } from "./use-venue-position";

export function WordsSection() {
  const { t } = useText();
  return (
    <FormSection id="words" title={t("authoring:section.words")} lead={t("authoring:section.wordsLead")}>
      <WrittenPair name="title" english="required" />
      <WrittenPair name="description" english="required" isLong />
    </FormSection>
  );
}

const VENUES = "event-venues";

export function WhereSection() {
  const { t } = useText();
  const { parts, fields, issues } = useEventForm();
  const isOpen = Boolean(fields.latitude || fields.longitude || issues.latitude || issues.longitude);
  return (
    <FormSection id="where" title={t("authoring:section.where")}>
      <CityField />
      <WrittenPair name="venue" english="required" list={VENUES} help={t("authoring:venue.help")} />
      <datalist id={VENUES}>
        {parts.venues.flatMap((venue) => [
          <option key={`${venue.id}-en`} value={venue.en} />,
          ...(venue.fa ? [<option key={`${venue.id}-fa`} value={venue.fa} />] : []),
        ])}
      </datalist>
      <WrittenPair name="address" english="optional" />
      <details className={classes.more} open={isOpen || undefined}>
        <summary>
          {t("authoring:section.more")}
          <Icon name="chevron-down" size="s" />
        </summary>
        <div className={classes.pair}>
          <PlainField name="latitude" label={t("authoring:field.latitude")} inputMode="decimal" dir="ltr" maxLength={24} />
          <PlainField name="longitude" label={t("authoring:field.longitude")} inputMode="decimal" dir="ltr" maxLength={24} />
        </div>
        <UseVenuePosition />
      </details>
    </FormSection>
  );
}

export function WhenSection() {
  const { t } = useText();
  const { fields } = useEventForm();
  const [isAllDay, setAllDay] = useState(fields.allDay);
  const [start, setStart] = useState(fields.startsAt);
  return (
    <FormSection id="when" title={t("authoring:section.when")}>
      <label className={classes.check}>
        <input
          className="rd-tick"
          type="checkbox"
          name="allDay"
          defaultChecked={fields.allDay}
          onChange={(event) => setAllDay(event.target.checked)}
        />
        <span>
          {t("authoring:allDay")}
          <small>{t("authoring:allDayHelp")}</small>
        </span>
      </label>
      <div className={classes.pair}>
        <DateTimeField name="startsAt" hasTime={!isAllDay} onChoose={setStart} />
        <DateTimeField name="endsAt" hasTime={!isAllDay} after={start} />
      </div>
    </FormSection>
  );
}

export function PriceSection() {
  const { t } = useText();
  const { page, fields } = useEventForm();
  const currency = useInputProps("currency");
  return (
    <FormSection id="price" title={t("authoring:section.price")}>
      <div className={classes.pair}>
        <PlainField
          name="price"
          label={t("authoring:field.price")}
          help={t("authoring:price.help")}
          inputMode="decimal"
          dir="ltr"
          maxLength={24}
        />
        <FieldShell name="currency" label={t("authoring:field.currency")}>
          <select {...currency} defaultValue={fields.currency}>
            <option value="">{t("authoring:price.asCity")}</option>
            {page.currencies.map(({ code, label }) => (
              <option key={code} value={code}>
                {label}
              </option>
            ))}
          </select>
        </FieldShell>
      </div>
      <PlainField
        name="ticketUrl"
        label={t("authoring:field.ticketUrl")}
        help={t("authoring:about.ticketUrl")}
        type="url"
        inputMode="url"
        dir="ltr"
        maxLength={page.limits.url}
      />
      <PlainField
        name="ageLimit"
        label={t("authoring:field.ageLimit")}
        help={t("authoring:about.ageLimit")}
        inputMode="numeric"
        dir="ltr"
        maxLength={2}
      />
    </FormSection>
  );
}

export function MediaSection() {
  const { t } = useText();
  return (
    <FormSection id="media" title={t("authoring:section.media")} lead={t("authoring:section.mediaLead")}>
      <div className={classes.pair}>
        <MediaField kind="picture" />
        <MediaField kind="video" />
      </div>
    </FormSection>
  );
}

export function TopicsSection() {
  const { t } = useText();
  const { page, fields, issues } = useEventForm();
  const leading = useInputProps("leading");
  const [chosen, setChosen] = useState<readonly string[]>(fields.categories);
  const isFull = chosen.length >= page.limits.categories;
  const help = t("authoring:categories.help", { max: page.limits.categories });
  return (
    <FormSection id="topics" title={t("authoring:section.topics")} lead={help}>
      <fieldset
        className={classes.categories}
        id={fieldIdOf("categories")}
        tabIndex={-1}
        aria-describedby={issues.categories && `${fieldIdOf("categories")}-issue`}
      >
        <legend className="rd-hidden">{t("authoring:section.topics")}</legend>
        {page.categories.map((category) => (
          <label key={category.name} data-family={category.family}>
            <input
              className="rd-tick"
              type="checkbox"
              name="categories"
              value={category.name}
              checked={chosen.includes(category.name)}
              disabled={isFull && !chosen.includes(category.name)}
              onChange={({ target }) =>
                setChosen(target.checked ? [...chosen, category.name] : chosen.filter((name) => name !== category.name))
              }
            />
            <Icon name={category.icon} size="s" />
            {category.label}
          </label>
        ))}
      </fieldset>
      <p className={classes.help} role="status">
        {isFull && t("authoring:categories.full", { max: page.limits.categories })}
      </p>
      <FieldIssue name="categories" />
      <div className={classes.pair}>
        <FieldShell name="leading" label={t("authoring:field.leading")}>
          <select {...leading} defaultValue={fields.leading}>
            <option value="">{t("authoring:categories.first")}</option>
            {page.categories.map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </FieldShell>
        <TagsField />
      </div>
    </FormSection>
  );
}

export function OrganizerSection() {
  const { t } = useText();
  const { page } = useEventForm();
  return (
    <FormSection id="by" title={t("authoring:section.by")} lead={t("authoring:organizerHelp")}>
      <WrittenPair name="organizer" english="optional" placeholder={page.organizer} />
    </FormSection>
  );
}
