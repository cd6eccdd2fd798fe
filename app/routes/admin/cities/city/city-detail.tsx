import { useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { paths } from "~/lib/paths";
import type { CityDetailView, CityMergeView } from "~/routes/admin/cities/city-form.server";
import { Alert } from "~/ui/alert";
import { Button, LinkButton } from "~/ui/button";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { PageHead } from "~/ui/page-head";
import { Section } from "~/ui/section";
import { Select } from "~/ui/select";
import { SubmitButton } from "~/ui/submit-button";
import { useText } from "~/ui/text";
import { CityForm, type CityFormProps } from "../city-form";

interface PartProps extends Pick<CityFormProps, "failure" | "schemaFor"> {
  view: CityDetailView;
}

/** Page `/admin/cities/{slug}`: form, merge and deletion. */
export function CityDetail({ view, failure, schemaFor }: PartProps) {
  const { t } = useText();
  const { existing } = view;
  const refused = failure && failure.form !== "city" ? failure : undefined;
  return (
    <main id="main">
      <PageHead
        title={view.title}
        lead={`${existing.upcoming} · ${existing.events}`}
        actions={
          <LinkButton to={existing.publicHref} variant="default" icon="external-link">
            {t("admin-cities:detail.publicPage")}
          </LinkButton>
        }
      />
      {refused && (
        <Alert tone="bad" live="alert">
          {Object.values(refused.issues)[0] ?? refused.message}
        </Alert>
      )}
      <CityForm
        view={view}
        failure={failure}
        schemaFor={schemaFor}
        key={`${view.slug} ${view.version}`}
      />
      <Merge view={view} />
      <Deletion view={view} />
    </main>
  );
}

function Merge({ view: { slug, existing } }: { view: CityDetailView }) {
  const { t } = useText();
  const { merge, others } = existing;
  return (
    <Section
      id="merge"
      title={t("admin-cities:merge.title")}
      lead={t("admin-cities:merge.lead")}
      isBeside
    >
      {merge ? (
        <MergeStep key={`${merge.into} ${merge.after}`} slug={slug} merge={merge} />
      ) : (
        <Form method="get" name="merge" action={`${paths.adminCity(slug)}#merge`}>
          <Select
            name="into"
            label={t("admin-cities:merge.into")}
            empty={t("admin-cities:merge.choose")}
            options={others}
          />
          <div>
            <Button type="submit" variant="default">
              {t("admin-cities:merge.preview")}
            </Button>
          </div>
        </Form>
      )}
    </Section>
  );
}

/**
 * Confirms the merge. With JavaScript, it then submits itself until everything has moved; each
 * request moves a part.
 */
function MergeStep({ slug, merge }: { slug: string; merge: CityMergeView }) {
  const { t } = useText();
  const form = useRef<HTMLDivElement>(null);
  const submit = useSubmit();
  const { into, target, isRunning, after, amounts, zones } = merge;
  const left = amounts.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: submits once per remaining part
  useEffect(() => {
    if (isRunning) submit(form.current?.closest("form") ?? null, { preventScrollReset: true });
  }, [isRunning, after, left]);
  return (
    <Form action={paths.adminCity(slug, { into })}>
      <div ref={form}>
        <h3>{t("admin-cities:merge.question", { city: `\u2068${target}\u2069` })}</h3>
        {isRunning && <p role="status">{t("admin-cities:merge.running")}</p>}
        <ul>
          {amounts.map((amount) => (
            <li key={amount}>{amount}</li>
          ))}
          {zones && <li>{zones}</li>}
        </ul>
      </div>
      <input type="hidden" name="into" value={into} />
      <input type="hidden" name="intent" value="merge" />
      <input type="hidden" name="after" value={after} />
      {isRunning && <input type="hidden" name="running" value="1" />}
      <FormBar
        submit={t(isRunning ? "admin-cities:merge.goOn" : "admin-cities:merge.submit")}
        intent="merge"
        danger
        cancel={{ href: paths.adminCity(slug), label: t("admin-cities:merge.stop") }}
      />
    </Form>
  );
}

function Deletion({ view: { slug, title, existing } }: { view: CityDetailView }) {
  const { t } = useText();
  return (
    <Section
      id="delete"
      title={t("admin-cities:delete.title")}
      lead={t("admin-cities:delete.lead")}
      isBeside
    >
      {existing.isEmpty ? (
        <LinkButton
          to={`${paths.adminCity(slug, { delete: true })}#delete`}
          variant="default"
          color="red"
        >
          {t("admin-cities:delete.ask")}
        </LinkButton>
      ) : (
        <p>{t("admin-cities:delete.inUse")}</p>
      )}
      {existing.isAsked && existing.isEmpty && (
        <ConfirmDialog
          open
          question={t("admin-cities:delete.question", { city: `\u2068${title}\u2069` })}
          text={t("admin-cities:delete.text")}
          cancelHref={paths.adminCity(slug)}
          cancelLabel={t("admin-cities:delete.keep")}
        >
          <Form action={paths.adminCity(slug)}>
            <SubmitButton intent="delete" danger>
              {t("admin-cities:delete.submit")}
            </SubmitButton>
          </Form>
        </ConfirmDialog>
      )}
    </Section>
  );
}
