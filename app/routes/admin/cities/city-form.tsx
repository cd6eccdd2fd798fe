import type { UseFormReturnType } from "@mantine/form";
import { useCallback, useMemo, useState } from "react";
import { type FieldChecks, useCheckedForm } from "~/components/admin/use-checked-form";
import { type FormFailure, failureOfForm } from "~/lib/http/form-failure";
import { paths } from "~/lib/paths";
import { parseTypedNumber } from "~/lib/text/digits";
import { Checkbox } from "~/ui/checkbox";
import { FieldSet } from "~/ui/field";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { PageHead } from "~/ui/page-head";
import { Select } from "~/ui/select";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import classes from "./city-form.module.css";
import type { CityFormView } from "./city-form.server";
import { PositionMap } from "./position-map";

const positionOf = (latitude: string, longitude: string) => {
  const [north, east] = [parseTypedNumber(latitude), parseTypedNumber(longitude)];
  return Math.abs(north) <= 90 && Math.abs(east) <= 180
    ? { latitude: north, longitude: east }
    : null;
};

type Fields = CityFormView["fields"];

/** Props of a field, without its key. */
const fieldOf = (form: UseFormReturnType<Fields>, name: keyof Fields) => ({
  ...form.getInputProps(name),
  name,
  autoComplete: "off",
});

export interface CityFormProps {
  view: CityFormView;
  failure: FormFailure | undefined;
  /** Schema for checks on blur. */
  schemaFor: (lengths: CityFormView["lengths"]) => FieldChecks["schema"];
}

/** Form of a new or existing city. */
export function CityForm({ view, failure: refused, schemaFor }: CityFormProps) {
  const { t } = useText();
  const failure = failureOfForm(refused, "city");
  const { fields, slug, version, lengths } = view;
  const schema = useMemo(() => schemaFor(lengths), [schemaFor, lengths]);
  const form = useCheckedForm({ values: fields, failure, schema, messages: view.messages });
  const names = t("admin-cities:form.lengths", lengths);
  return (
    <Form
      name="city"
      failure={failure}
      encType="multipart/form-data"
      keeps={`city ${version ?? ""}`}
      isWide
    >
      <FieldSet legend={t("admin-cities:list.city")} isLegendHidden isGrid>
        <TextField
          {...fieldOf(form, "nameEn")}
          key={form.key("nameEn")}
          label={t("admin-cities:form.nameEn")}
          help={names}
          dir="ltr"
          maxLength={lengths.max}
        />
        <TextField
          {...fieldOf(form, "nameFa")}
          key={form.key("nameFa")}
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
          <TextField
            {...fieldOf(form, "slug")}
            key={form.key("slug")}
            label={t("admin-cities:form.slug")}
            help={t("admin-cities:form.slugHelp")}
            dir="ltr"
            maxLength={60}
          />
        )}
        <Select
          name="countryCode"
          label={t("admin-cities:form.country")}
          options={view.countries}
          defaultValue={fields.countryCode}
        />
      </FieldSet>
      <FieldSet legend={t("admin-cities:list.place")} isLegendHidden isGrid>
        <TextField
          {...fieldOf(form, "countryEn")}
          key={form.key("countryEn")}
          label={t("admin-cities:form.countryEn")}
          help={t("admin-cities:form.countryHelp")}
          dir="ltr"
        />
        <TextField
          {...fieldOf(form, "countryFa")}
          key={form.key("countryFa")}
          label={t("admin-cities:form.countryFa")}
          help={t("admin-cities:form.countryHelp")}
          dir="rtl"
        />
        <TextField
          {...fieldOf(form, "stateEn")}
          key={form.key("stateEn")}
          label={t("admin-cities:form.stateEn")}
          dir="ltr"
        />
        <TextField
          {...fieldOf(form, "stateFa")}
          key={form.key("stateFa")}
          label={t("admin-cities:form.stateFa")}
          dir="rtl"
        />
      </FieldSet>
      <Position view={view} form={form} />
      <Picture view={view} />
      <FormBar
        submit={t(slug ? "admin-cities:form.save" : "admin-cities:form.create")}
        intent={slug ? "save" : "create"}
      />
    </Form>
  );
}

interface PositionProps {
  view: CityFormView;
  form: UseFormReturnType<Fields>;
}

function Position({ view: { fields, dots, timeZones, nearest, slug }, form }: PositionProps) {
  const { t } = useText();
  // Coordinates for the map, updated on each keystroke. The inputs are uncontrolled.
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
      <FieldSet legend={t("admin-cities:form.map")} isLegendHidden>
        <TextField
          {...fieldOf(form, "latitude")}
          key={form.key("latitude")}
          dir="ltr"
          label={t("admin-cities:form.latitude")}
          help={t("admin-cities:form.positionHelp")}
        />
        <TextField
          {...fieldOf(form, "longitude")}
          key={form.key("longitude")}
          dir="ltr"
          label={t("admin-cities:form.longitude")}
        />
        <Select
          name="timeZone"
          label={t("admin-cities:form.timeZone")}
          help={[
            t("admin-cities:form.zoneHelp"),
            ...(slug ? [nearest, t("admin-cities:form.zoneChange")] : []),
          ].join(" ")}
          empty={t("admin-cities:form.derive")}
          options={timeZones.map((zone) => ({ value: zone, label: zone }))}
          defaultValue={fields.timeZone}
        />
      </FieldSet>
    </div>
  );
}

function Picture({ view: { fields, pictureHelp } }: { view: CityFormView }) {
  const { t } = useText();
  return (
    <>
      <input type="hidden" name="heroImageUrl" value={fields.heroImageUrl} />
      {fields.heroImageUrl && (
        <div className={classes.stored}>
          {fields.heroImageUrl.startsWith(paths.media("")) && (
            <img
              src={fields.heroImageUrl}
              alt={t("admin-cities:form.pictureStored")}
              width={240}
              height={180}
            />
          )}
          <Checkbox name="removePicture" label={t("admin-cities:form.removePicture")} />
        </div>
      )}
      <TextField
        name="picture"
        type="file"
        accept="image/jpeg,image/png,image/webp"
        label={t("admin-cities:form.upload")}
        help={pictureHelp}
      />
    </>
  );
}

/** Page `/admin/cities/new`. */
export function NewCity({ view, failure, schemaFor }: CityFormProps) {
  return (
    <main id="main">
      <PageHead title={view.title} />
      <CityForm view={view} failure={failure} schemaFor={schemaFor} />
    </main>
  );
}
