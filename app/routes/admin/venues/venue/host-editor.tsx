import { type FormFailure, failureOfForm } from "~/lib/http/form-failure";
import { paths } from "~/lib/paths";
import { Alert } from "~/ui/alert";
import { Button, LinkButton } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { FieldSet } from "~/ui/field";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { PageHead } from "~/ui/page-head";
import { Section } from "~/ui/section";
import { useText } from "~/ui/text";
import { TextArea } from "~/ui/text-area";
import { TextField } from "~/ui/text-field";
import type { hostEditPage } from "./venue.server";

type Page = Awaited<ReturnType<typeof hostEditPage>>;

/** Page `/admin/venues/{id}`: form of a venue or an organizer, and its merge into another one. */
export function HostEditor({ page, failure }: { page: Page; failure: FormFailure | undefined }) {
  const { t } = useText();
  const { fields, kind } = page;
  return (
    <main id="main">
      <PageHead
        title={page.title}
        lead={page.lead}
        actions={
          page.publicHref && (
            <LinkButton to={page.publicHref} variant="default" icon="external-link">
              {t("admin:hosts.publicPage")}
            </LinkButton>
          )
        }
      />
      <Form
        name="host"
        failure={failureOfForm(failure, "host")}
        isWide
        key={`${page.id} ${page.version}`}
        keeps={`host ${page.version}`}
      >
        <input type="hidden" name="version" value={page.version} />
        <FieldSet legend={t("admin:hosts.names")} isLegendHidden isGrid>
          <TextField
            name="nameEn"
            label={t("admin:hosts.nameEn")}
            defaultValue={fields.nameEn}
            dir="ltr"
            maxLength={150}
            need="required"
          />
          <TextField
            name="nameFa"
            label={t("admin:hosts.nameFa")}
            defaultValue={fields.nameFa}
            dir="rtl"
            maxLength={150}
          />
          <TextArea
            name="aliases"
            label={t("admin:hosts.aliases")}
            help={t("admin:hosts.aliasesHelp")}
            defaultValue={fields.aliases}
            rows={3}
          />
          <TextArea
            name="links"
            label={t("admin:hosts.links")}
            help={t("admin:hosts.linksHelp")}
            defaultValue={fields.links}
            rows={3}
            dir="ltr"
          />
        </FieldSet>
        <FieldSet legend={t("admin:hosts.about")} isLegendHidden isGrid>
          <TextArea
            name="aboutEn"
            label={t("admin:hosts.aboutEn")}
            defaultValue={fields.aboutEn}
            rows={5}
            dir="ltr"
          />
          <TextArea
            name="aboutFa"
            label={t("admin:hosts.aboutFa")}
            defaultValue={fields.aboutFa}
            rows={5}
            dir="rtl"
          />
        </FieldSet>
        {kind === "venue" && (
          <FieldSet legend={t("admin:hosts.place")} isLegendHidden isGrid>
            <TextField
              name="addressEn"
              label={t("admin:hosts.addressEn")}
              defaultValue={fields.addressEn}
              dir="ltr"
              maxLength={300}
            />
            <TextField
              name="addressFa"
              label={t("admin:hosts.addressFa")}
              defaultValue={fields.addressFa}
              dir="rtl"
              maxLength={300}
            />
            <TextField
              name="latitude"
              label={t("admin-cities:form.latitude")}
              defaultValue={fields.latitude}
              dir="ltr"
            />
            <TextField
              name="longitude"
              label={t("admin-cities:form.longitude")}
              defaultValue={fields.longitude}
              dir="ltr"
            />
          </FieldSet>
        )}
        <Checkbox
          name="isHidden"
          value="1"
          label={t("admin:hosts.hide")}
          help={t("admin:hosts.hideHelp")}
          defaultChecked={page.isHidden}
        />
        <FormBar submit={t("admin:hosts.save")} intent="save" />
      </Form>
      {page.picture && (
        <Section title={t("admin:hosts.picture")} lead={t("admin:hosts.pictureLead")} isBeside>
          <img src={page.picture.src} alt="" width={240} height={141} />
          <Form name="remove-picture">
            <FormBar
              submit={t("admin:hosts.removePicture")}
              intent="remove-picture"
              danger
              isQuiet
            />
          </Form>
        </Section>
      )}
      <Merge page={page} failure={failureOfForm(failure, "merge")} />
    </main>
  );
}

function Merge({
  page: { id, title, into },
  failure,
}: {
  page: Page;
  failure: FormFailure | undefined;
}) {
  const { t } = useText();
  return (
    <Section
      id="merge"
      title={t("admin:hosts.merge.title")}
      lead={t("admin:hosts.merge.lead")}
      isBeside
    >
      {into?.id ? (
        <Form name="merge" failure={failure} action={paths.adminVenue(id)}>
          <p>
            {t("admin:hosts.merge.question", {
              from: `\u2068${title}\u2069`,
              into: `\u2068${into.name ?? ""}\u2069`,
            })}
          </p>
          <input type="hidden" name="into" value={into.id} />
          <FormBar
            submit={t("admin:hosts.merge.submit")}
            intent="merge"
            danger
            cancel={{ href: paths.adminVenue(id), label: t("admin:hosts.merge.stop") }}
          />
        </Form>
      ) : (
        <Form method="get" name="into" action={`${paths.adminVenue(id)}#merge`}>
          {into && (
            <Alert tone="bad" live="alert">
              {t("admin:hosts.merge.unknown")}
            </Alert>
          )}
          <TextField
            name="into"
            label={t("admin:hosts.merge.into")}
            help={t("admin:hosts.merge.intoHelp")}
            defaultValue={into?.typed ?? ""}
            dir="ltr"
            maxLength={300}
          />
          <div>
            <Button type="submit" variant="default">
              {t("admin:hosts.merge.preview")}
            </Button>
          </div>
        </Form>
      )}
    </Section>
  );
}
