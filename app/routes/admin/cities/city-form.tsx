import type { UseFormReturnType } from "@mantine/form";
import { useCallback, useMemo, useState } from "react";
import { AccountForm } from "~/components/account/account-parts";
import page from "~/components/admin/admin-page.module.css";
import { type FieldChecks, useCheckedForm } from "~/components/admin/use-checked-form";
import { type FormFailure, failureOfForm } from "~/lib/http/form-failure";
import { paths } from "~/lib/paths";
import { parseTypedNumber } from "~/lib/text/written-number";
import { Field, SelectField } from "~/ui/fields";
import { useText } from "~/ui/text";
import type { CityFormView } from "./cities-view";
import classes from "./city-form.module.css";
import { PositionMap } from "./position-map";

const positionOf = (latitude: string, longitude: string) => {
  const [north, east] = [parseTypedNumber(latitude), parseTypedNumber(longitude)];
  return Math.abs(north) <= 90 && Math.abs(east) <= 180 ? { latitude: north, longitude: east } : null;
};

type Fields = CityFormView["fields"];

/** What a field of the form is given, but its key. */
const fieldOf = (form: UseFormReturnType<Fields>, name: keyof Fields) => ({
  form: "city",
  name,
  autoComplete: "off",
  ...form.getInputProps(name),
});

export interface CityFormProps {
  view: CityFormView;
  failure: FormFailure | undefined;
  /** What its fields are checked against on being left. */
  schemaFor: (lengths: CityFormView["lengths"]) => FieldChecks["schema"];
}

/** The fields of a city, new or known. */
export function CityForm({ view, failure: refused, schemaFor }: CityFormProps) {
  const { t } = useText();
  const failure = failureOfForm(refused, "city");
  const { fields, slug, version, lengths } = view;
  const schema = useMemo(() => schemaFor(lengths), [schemaFor, lengths]);
  const form = useCheckedForm({ values: fields, failure, schema, says: view.says });
  const names = t("admin-cities:form.lengths", lengths);
  return (
    <div className={classes.body}>
      <AccountForm
        name="city"
        failure={failure}
        submit={t(slug ? "admin-cities:form.save" : "admin-cities:form.create")}
        intent={slug ? "save" : "create"}
        multipart
        wide
      >
        <div className={classes.columns}>
          <Field
            key={form.key("nameEn")}
            {...fieldOf(form, "nameEn")}
            label={t("admin-cities:form.nameEn")}
            help={names}
            dir="ltr"
            maxLength={lengths.max}
          />
          <Field
            key={form.key("nameFa")}
            {...fieldOf(form, "nameFa")}
            label={t("admin-cities:form.nameFa")}
            help={names}
            dir="rtl"
            maxLength={lengths.max}
          />
          {slug ? (
            <>
              <input type="hidden" name="slug" value={slug} />
              <input type="hidden" name="version" value={failure?.values.version ?? version} />
            </>
          ) : (
            <Field
              key={form.key("slug")}
              {...fieldOf(form, "slug")}
              label={t("admin-cities:form.slug")}
              help={t("admin-cities:form.slugHelp")}
              dir="ltr"
              maxLength={60}
            />
          )}
          <SelectField form="city" name="countryCode" label={t("admin-cities:form.country")} failure={failure} value={fields.countryCode}>
            {view.countries.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        </div>
        <div className={classes.columns}>
          <Field
            key={form.key("countryEn")}
            {...fieldOf(form, "countryEn")}
            label={t("admin-cities:form.countryEn")}
            help={t("admin-cities:form.countryHelp")}
            dir="ltr"
          />
          <Field
            key={form.key("countryFa")}
            {...fieldOf(form, "countryFa")}
            label={t("admin-cities:form.countryFa")}
            help={t("admin-cities:form.countryHelp")}
            dir="rtl"
          />
          <Field key={form.key("stateEn")} {...fieldOf(form, "stateEn")} label={t("admin-cities:form.stateEn")} dir="ltr" />
          <Field key={form.key("stateFa")} {...fieldOf(form, "stateFa")} label={t("admin-cities:form.stateFa")} dir="rtl" />
        </div>
        <Position view={view} failure={failure} form={form} />
        <Picture view={view} failure={failure} />
      </AccountForm>
    </div>
  );
}

interface PartProps {
  view: CityFormView;
  failure: FormFailure | undefined;
}

interface PositionProps extends PartProps {
  form: UseFormReturnType<Fields>;
}

function Position({ view: { fields, dots, timeZones, nearest, slug }, failure, form }: PositionProps) {
  const { t } = useText();
  // The map follows each key; the fields keep to themselves what is typed.
  const [north, setNorth] = useState(form.getValues().latitude);
  const [east, setEast] = useState(form.getValues().longitude);
  form.watch("latitude", ({ value }) => setNorth(value));
  form.watch("longitude", ({ value }) => setEast(value));
  const { setFieldValue } = form;
  const pick = useCallback(
    ({ latitude, longitude }: { latitude: number; longitude: number }) => {
      setFieldValue("latitude", String(latitude));
      setFieldValue("longitude", String(longitude));
    },
    [setFieldValue],
  );
  const position = useMemo(() => positionOf(north, east), [north, east]);
  return (
    <div className={classes.position}>
      <PositionMap dots={dots} position={position} onPick={pick} />
      <div className={classes.place}>
        <Field
          key={form.key("latitude")}
          {...fieldOf(form, "latitude")}
          dir="ltr"
          label={t("admin-cities:form.latitude")}
          help={t("admin-cities:form.positionHelp")}
        />
        <Field key={form.key("longitude")} {...fieldOf(form, "longitude")} dir="ltr" label={t("admin-cities:form.longitude")} />
        <SelectField
          form="city"
          name="timeZone"
          label={t("admin-cities:form.timeZone")}
          help={[t("admin-cities:form.zoneHelp"), ...(slug ? [nearest, t("admin-cities:form.zoneChange")] : [])].join(" ")}
          failure={failure}
          value={fields.timeZone}
        >
          <option value="">{t("admin-cities:form.derive")}</option>
          {timeZones.map((zone) => (
            <option key={zone} value={zone}>
              {zone}
            </option>
          ))}
        </SelectField>
      </div>
    </div>
  );
}

function Picture({ view: { fields, pictureHelp }, failure }: PartProps) {
  const { t } = useText();
  return (
    <>
      <input type="hidden" name="heroImageUrl" value={fields.heroImageUrl} />
      {fields.heroImageUrl && (
        <div className={classes.stored}>
          {fields.heroImageUrl.startsWith(paths.media("")) && (
            <img src={fields.heroImageUrl} alt={t("admin-cities:form.pictureStored")} width={240} height={180} />
          )}
          <label className={classes.tick}>
            <input type="checkbox" className="rd-tick" name="removePicture" value="1" />
            {t("admin-cities:form.removePicture")}
          </label>
        </div>
      )}
      <Field
        form="city"
        name="picture"
        type="file"
        accept="image/jpeg,image/png,image/webp"
        label={t("admin-cities:form.upload")}
        help={pictureHelp}
        failure={failure}
      />
    </>
  );
}

/** /admin/cities/new */
export function NewCity({ view, failure, schemaFor }: CityFormProps) {
  return (
    <main id="main">
      <header className={page.head}>
        <h1>{view.title}</h1>
      </header>
      <CityForm view={view} failure={failure} schemaFor={schemaFor} />
    </main>
  );
}
