import { useCallback, useEffect, useMemo, useState } from "react";
import { numberOf } from "../../lib/written-number";
import { AccountForm, Field, failureOf, SelectField } from "../account/account-parts";
import type { FailedFormView } from "../account/account-view";
import page from "../admin/admin-page.module.css";
import { useText } from "../text";
import type { CityFormView } from "./cities-view";
import classes from "./city-form.module.css";
import { PositionMap } from "./position-map";

const positionOf = (latitude: string, longitude: string) => {
  const [north, east] = [numberOf(latitude), numberOf(longitude)];
  return Math.abs(north) <= 90 && Math.abs(east) <= 180 ? { latitude: north, longitude: east } : null;
};

/** The fields of a city, new or known. */
export function CityForm({ view, failure: refused }: { view: CityFormView; failure: FailedFormView | undefined }) {
  const { t } = useText();
  const failure = failureOf(refused, "city");
  const { fields, slug, version, lengths } = view;
  const common = { form: "city", failure, autoComplete: "off" };
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
            {...common}
            name="nameEn"
            label={t("admin-cities:form.nameEn")}
            help={names}
            value={fields.nameEn}
            dir="ltr"
            maxLength={lengths.max}
          />
          <Field
            {...common}
            name="nameFa"
            label={t("admin-cities:form.nameFa")}
            help={names}
            value={fields.nameFa}
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
              {...common}
              name="slug"
              label={t("admin-cities:form.slug")}
              help={t("admin-cities:form.slugHelp")}
              value=""
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
            {...common}
            name="countryEn"
            label={t("admin-cities:form.countryEn")}
            help={t("admin-cities:form.countryHelp")}
            value={fields.countryEn}
            dir="ltr"
          />
          <Field
            {...common}
            name="countryFa"
            label={t("admin-cities:form.countryFa")}
            help={t("admin-cities:form.countryHelp")}
            value={fields.countryFa}
            dir="rtl"
          />
          <Field {...common} name="stateEn" label={t("admin-cities:form.stateEn")} value={fields.stateEn} dir="ltr" />
          <Field {...common} name="stateFa" label={t("admin-cities:form.stateFa")} value={fields.stateFa} dir="rtl" />
        </div>
        <Position view={view} failure={failure} />
        <Picture view={view} failure={failure} />
      </AccountForm>
    </div>
  );
}

interface PartProps {
  view: CityFormView;
  failure: FailedFormView | undefined;
}

function Position({ view: { fields, dots, timeZones, nearest, slug }, failure }: PartProps) {
  const { t } = useText();
  /** By a click, as fields have it; null until then, and once the form has come back with what was typed. */
  const [picked, setPicked] = useState<{ latitude: string; longitude: string } | null>(null);
  /** As it stands in the fields after a key; null until then. The map follows it at once, the fields are not drawn anew. */
  const [typed, setTyped] = useState<{ latitude: string; longitude: string } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal brings what was typed along
  useEffect(() => {
    setPicked(null);
    setTyped(null);
  }, [failure]);
  const pick = useCallback(({ latitude, longitude }: { latitude: number; longitude: number }) => {
    setPicked({ latitude: String(latitude), longitude: String(longitude) });
    setTyped(null);
  }, []);
  const shown = failure && picked ? { ...failure, values: { ...failure.values, ...picked } } : failure;
  const { latitude = "", longitude = "" } = picked ?? failure?.values ?? fields;
  const north = typed?.latitude ?? latitude;
  const east = typed?.longitude ?? longitude;
  const position = useMemo(() => positionOf(north, east), [north, east]);
  const common = { form: "city", failure: shown, autoComplete: "off", dir: "ltr" as const };
  return (
    <div className={classes.position}>
      <PositionMap dots={dots} position={position} onPick={pick} />
      <div className={classes.place}>
        <Field
          {...common}
          name="latitude"
          label={t("admin-cities:form.latitude")}
          help={t("admin-cities:form.positionHelp")}
          value={latitude}
          onChange={(event) => setTyped({ latitude: event.target.value, longitude: east })}
        />
        <Field
          {...common}
          name="longitude"
          label={t("admin-cities:form.longitude")}
          value={longitude}
          onChange={(event) => setTyped({ latitude: north, longitude: event.target.value })}
        />
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
          <img src={fields.heroImageUrl} alt={t("admin-cities:form.pictureStored")} width={240} height={180} />
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
export function NewCity({ view, failure }: { view: CityFormView; failure: FailedFormView | undefined }) {
  return (
    <main id="main">
      <header className={page.head}>
        <h1>{view.title}</h1>
      </header>
      <CityForm view={view} failure={failure} />
    </main>
  );
}
