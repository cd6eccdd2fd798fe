import { ButtonRow } from "~/ui/button-row";
import { Checkbox } from "~/ui/checkbox";
import { Combobox } from "~/ui/combobox";
import { Field } from "~/ui/field";
import { Fold } from "~/ui/fold";
import { useFieldState } from "~/ui/form-context";
import { Pills } from "~/ui/pills";
import { Select } from "~/ui/select";
import { SubmitButton } from "~/ui/submit-button";
import { TagsField } from "~/ui/tags-field";
import { useText } from "~/ui/text";
import classes from "./event-form.module.css";
import { useEventForm } from "./form-context";
import { FormSection, PlainField, useIsFilled, WrittenPair } from "./form-fields";
import { MediaField } from "./media-field";

export function WordsSection() {
  const { t } = useText();
  return (
    <FormSection
      id="words"
      title={t("authoring:section.words")}
      lead={t("authoring:section.wordsLead")}
    >
      <WrittenPair name="title" english="required" />
      <WrittenPair name="description" english="required" isLong />
      <LanguageHelp />
    </FormSection>
  );
}

/** Has a model or the editors add the other language. */
function LanguageHelp() {
  const { t } = useText();
  const { page } = useEventForm();
  const { canDraft, mayHandOver } = page;
  if (!canDraft && !mayHandOver) return null;
  return (
    <Fold title={t("authoring:section.oneLanguage")} isQuiet>
      <div className="rd-stack">
        <p className={classes.note}>
          {t(canDraft ? "authoring:machine.help" : "authoring:handOver.help")}
        </p>
        <ButtonRow>
          {(["en", "fa"] as const).map(
            (language) =>
              canDraft && (
                <SubmitButton
                  key={language}
                  intent={`draft:${language}`}
                  variant="default"
                  size="sm"
                >
                  {t(`authoring:drafting.${language}`)}
                </SubmitButton>
              ),
          )}
          {(["en", "fa"] as const).map(
            (language) =>
              mayHandOver && (
                <SubmitButton
                  key={language}
                  intent={`hand-over:${language}`}
                  variant="default"
                  size="sm"
                >
                  {t(`authoring:handOver.${language}`)}
                </SubmitButton>
              ),
          )}
        </ButtonRow>
      </div>
    </Fold>
  );
}

const VENUES = "event-venues";

export function WhereSection() {
  const { t } = useText();
  const { page, parts, fields, changed } = useEventForm();
  const isOpen = useIsFilled([
    "address.en",
    "address.fa",
    "latitude",
    "longitude",
    "useVenuePosition",
  ]);
  return (
    <FormSection id="where" title={t("authoring:section.where")}>
      <Combobox
        name="city"
        label={t("authoring:field.city")}
        need="required"
        placeholder={t("authoring:city.choose")}
        options={page.cities.flatMap(({ country, cities }) =>
          cities.map(({ slug, name, otherName }) => ({
            value: slug,
            label: name,
            hints: [...(otherName ? [otherName] : []), country],
            group: country,
          })),
        )}
        defaultValue={fields.city}
        onChoose={changed}
      />
      <WrittenPair name="venue" english="required" list={VENUES} help={t("authoring:venue.help")} />
      <datalist id={VENUES}>
        {parts.venues.flatMap((venue) => [
          <option key={`${venue.id}-en`} value={venue.en} />,
          ...(venue.fa ? [<option key={`${venue.id}-fa`} value={venue.fa} />] : []),
        ])}
      </datalist>
      <Fold title={t("authoring:section.more")} open={isOpen}>
        <div className="rd-stack">
          <WrittenPair name="address" english="optional" />
          <div className={classes.pair}>
            <PlainField
              name="latitude"
              label={t("authoring:field.latitude")}
              inputMode="decimal"
              dir="ltr"
              maxLength={24}
            />
            <PlainField
              name="longitude"
              label={t("authoring:field.longitude")}
              inputMode="decimal"
              dir="ltr"
              maxLength={24}
            />
          </div>
          <Checkbox
            name="useVenuePosition"
            label={t("authoring:venue.use")}
            defaultChecked={fields.useVenuePosition}
          />
        </div>
      </Fold>
    </FormSection>
  );
}

export function PriceSection() {
  const { t } = useText();
  const { page, fields } = useEventForm();
  const isOpen = useIsFilled(["price", "currency", "ticketUrl", "ageLimit"]);
  return (
    <FormSection id="price" title={t("authoring:section.price")} isOpen={isOpen}>
      <div className={classes.pair}>
        <PlainField
          name="price"
          label={t("authoring:field.price")}
          help={t("authoring:price.help")}
          inputMode="decimal"
          dir="ltr"
          maxLength={24}
        />
        <Select
          name="currency"
          label={t("authoring:field.currency")}
          empty={t("authoring:price.asCity")}
          options={page.currencies.map(({ code, label }) => ({ value: code, label }))}
          defaultValue={fields.currency}
        />
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
  const { issues, chosenPicture } = useEventForm();
  const isFilled = useIsFilled(["imageUrl", "videoUrl"]);
  const isOpen = isFilled || chosenPicture !== null || Boolean(issues.picture || issues.video);
  return (
    <FormSection
      id="media"
      title={t("authoring:section.media")}
      lead={t("authoring:section.mediaLead")}
      isOpen={isOpen}
    >
      <div className={classes.pair}>
        <MediaField kind="picture" />
        <MediaField kind="video" />
      </div>
    </FormSection>
  );
}

export function TopicsSection() {
  const { t } = useText();
  const { page, fields, changed } = useEventForm();
  const { id, error } = useFieldState("categories", undefined, undefined);
  const { categories: max, tags, tag } = page.limits;
  const isOpen = useIsFilled(["categories", "leading", "tags"]);
  return (
    <FormSection
      id="topics"
      title={t("authoring:section.topics")}
      lead={t("authoring:categories.help", { max })}
      isOpen={isOpen}
    >
      <Field id={id} label={t("authoring:section.topics")} isLabelHidden error={error} isGroup>
        <Pills
          name="categories"
          options={page.categories.map(({ name, label, icon, family }) => ({
            value: name,
            label,
            icon,
            family,
          }))}
          chosen={fields.categories}
          limit={{ max, text: t("authoring:categories.full", { max }) }}
        />
      </Field>
      <div className={classes.pair}>
        <Select
          name="leading"
          label={t("authoring:field.leading")}
          empty={t("authoring:categories.first")}
          options={page.categories.map(({ name, label }) => ({ value: name, label }))}
          defaultValue={fields.leading}
        />
        <TagsField
          name="tags"
          label={t("authoring:field.tags")}
          help={t("authoring:tags.help", { max: tags })}
          placeholder={t("authoring:tags.add")}
          defaultValue={fields.tags}
          max={tags}
          maxLength={tag}
          onChange={changed}
        />
      </div>
    </FormSection>
  );
}

export function OrganizerSection() {
  const { t } = useText();
  const { page } = useEventForm();
  const isOpen = useIsFilled(["organizer.en", "organizer.fa"]);
  return (
    <FormSection
      id="by"
      title={t("authoring:section.by")}
      lead={t("authoring:organizerHelp")}
      isOpen={isOpen}
    >
      <WrittenPair name="organizer" english="optional" placeholder={page.organizer} />
    </FormSection>
  );
}
