import type { FormFailure } from "~/lib/http/form-failure";
import { Alert } from "~/ui/alert";
import { Badge } from "~/ui/badge";
import { FieldSet } from "~/ui/field";
import { Fold } from "~/ui/fold";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { List, ListItem } from "~/ui/list";
import { RadioCards } from "~/ui/radio-cards";
import { Section } from "~/ui/section";
import { Select } from "~/ui/select";
import { SubmitButton } from "~/ui/submit-button";
import { Table } from "~/ui/table";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import type { DryRunView, SourceFields, SourceReasons, sourceForm } from "./source-form.server";

interface SourceFormProps extends Pick<Awaited<ReturnType<typeof sourceForm>>, "options"> {
  fields: SourceFields;
  /** Why fields were guessed so. */
  reasons?: SourceReasons;
  /** Of an existing source. */
  version?: number;
  cancel?: string;
  failure: FormFailure | undefined;
}

/** Form of a source; a dry run shows what its values would bring. */
export function SourceForm({
  fields,
  options,
  reasons,
  version,
  cancel,
  failure,
}: SourceFormProps) {
  const { t } = useText();
  const isNew = version === undefined;
  return (
    <Form name="source" failure={failure} keeps={`source ${version ?? ""}`} isWide={isNew}>
      {version !== undefined && <input type="hidden" name="version" value={version} />}
      <FieldSet legend={t("sources:form.title")} isLegendHidden isGrid={isNew}>
        <TextField
          name="name"
          label={t("sources:form.name")}
          help={reasons?.name}
          defaultValue={fields.name}
          maxLength={80}
          dir="auto"
          need="required"
        />
        <TextField
          name="url"
          type="url"
          label={t("sources:form.url")}
          defaultValue={fields.url}
          maxLength={1_000}
          dir="ltr"
          need="required"
        />
        <Select
          name="kind"
          label={t("sources:form.kind")}
          help={reasons?.kind ?? t("sources:kindHelp")}
          options={options.kinds}
          defaultValue={fields.kind}
        />
        <Select
          name="everyMinutes"
          label={t("sources:form.every")}
          help={reasons?.everyMinutes}
          options={options.intervals}
          defaultValue={fields.everyMinutes}
        />
        <Select
          name="city"
          label={t("sources:form.city")}
          help={reasons?.city}
          options={options.cities}
          empty=""
          defaultValue={fields.city}
          need="required"
        />
        <TextField
          name="otherCities"
          label={t("sources:form.otherCities")}
          help={t("sources:form.otherCitiesHelp")}
          defaultValue={fields.otherCities}
          dir="auto"
        />
      </FieldSet>
      <RadioCards
        name="trust"
        label={t("sources:form.trust")}
        options={options.trust}
        defaultValue={fields.trust}
        isRow={isNew}
      />
      <FieldSet legend={t("sources:form.defaults")} isGrid={isNew}>
        <TextField
          name="venue"
          label={t("sources:form.venue")}
          defaultValue={fields.venue}
          maxLength={120}
          dir="auto"
        />
        <TextField
          name="organizer"
          label={t("sources:form.organizer")}
          defaultValue={fields.organizer}
          maxLength={120}
          dir="auto"
        />
        <Select
          name="category"
          label={t("sources:form.category")}
          options={options.categories}
          empty={t("sources:form.noCategory")}
          defaultValue={fields.category}
        />
        <Select
          name="language"
          label={t("sources:form.language")}
          options={options.languages}
          empty={t("sources:form.anyLanguage")}
          defaultValue={fields.language}
        />
      </FieldSet>
      <FormBar
        submit={t(isNew ? "sources:form.create" : "sources:form.save")}
        intent="save"
        cancel={
          cancel === undefined ? undefined : { href: cancel, label: t("sources:form.cancel") }
        }
      >
        <SubmitButton intent="dry-run" variant="default">
          {t("sources:dry.run")}
        </SubmitButton>
      </FormBar>
    </Form>
  );
}

/** Result of a dry run. */
export function DryRun({ view: { reason, rows, left, sum } }: { view: DryRunView }) {
  const { t } = useText();
  return (
    <Section
      id="dry-run"
      title={t("sources:dry.title")}
      lead={sum}
      actions={<Badge tone="info">{t("sources:dry.unsaved")}</Badge>}
    >
      {reason !== null ? (
        <Alert tone="bad" live="alert">
          {reason}
        </Alert>
      ) : rows.length === 0 ? (
        <Alert live="status">{t("sources:dry.none")}</Alert>
      ) : (
        <Table
          label={t("sources:dry.title")}
          rows={rows}
          rowKey={({ key }) => key}
          columns={[
            {
              key: "item",
              head: t("sources:column.item"),
              isHead: true,
              cell: ({ title, doubts, snippet }) => (
                <>
                  <bdi>{title}</bdi>
                  {doubts.map((doubt) => (
                    <div key={doubt}>
                      <Badge tone="waiting">{doubt}</Badge>
                    </div>
                  ))}
                  {snippet && (
                    <Fold title={t("sources:page.snippet")} isQuiet>
                      <p dir="auto">{snippet}</p>
                    </Fold>
                  )}
                </>
              ),
            },
            { key: "when", head: t("sources:column.when"), cell: ({ when }) => when },
            {
              key: "venue",
              head: t("sources:form.venue"),
              cell: ({ venue }) => <bdi>{venue}</bdi>,
            },
            {
              key: "state",
              head: t("sources:column.state"),
              cell: ({ state, tone }) => <Badge tone={tone}>{state}</Badge>,
            },
          ]}
        />
      )}
      {left.length > 0 && (
        <Fold title={t("sources:receipt.leftOut", { count: left.length })} isFramed>
          <List>
            {left.map(({ key, title, reason: why, snippet }) => (
              <ListItem key={key} title={<bdi>{title}</bdi>} meta={why}>
                {snippet && <small dir="auto">{snippet}</small>}
              </ListItem>
            ))}
          </List>
        </Fold>
      )}
    </Section>
  );
}
