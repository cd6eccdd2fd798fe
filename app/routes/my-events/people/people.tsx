import type { FormFailure } from "~/lib/http/form-failure";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Icon } from "~/ui/icon";
import { List, ListItem } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { RadioCards } from "~/ui/radio-cards";
import { Section } from "~/ui/section";
import { Select } from "~/ui/select";
import { SubmitButton } from "~/ui/submit-button";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import { HostHead } from "../host-head";
import type { peopleLoader } from "./people.server";

type Page = Awaited<ReturnType<typeof peopleLoader>>;

/** Who helps with an event or a page, who is invited, and who changed what. */
export function People({ page, failure }: { page: Page; failure: FormFailure | undefined }) {
  const { t } = useText();
  return (
    <main id="main">
      {page.of ? (
        <HostHead of={page.of} />
      ) : (
        <PageHead title={t("people:title")} lead={<bdi lang={page.nameLang}>{page.name}</bdi>} />
      )}
      <Section isBeside title={t("people:people")} lead={page.lead}>
        {page.people.length === 0 ? (
          <p>{t("people:none")}</p>
        ) : (
          <List>
            {page.people.map((person) => (
              <Person key={person.id} person={person} roles={page.roles} />
            ))}
          </List>
        )}
      </Section>
      <Section isBeside title={t("people:invite")} lead={t("people:inviteLead")}>
        <Form
          name="invite"
          failure={failure?.form === "invite" ? failure : undefined}
          keeps={`invite ${page.people.length} ${page.invitations.length}`}
        >
          <TextField
            name="email"
            type="email"
            label={t("people:email")}
            need="required"
            autoComplete="off"
          />
          <RadioCards
            name="role"
            label={t("people:roleLabel")}
            options={page.roles}
            defaultValue="guests"
          />
          <FormBar submit={t("people:send")} intent="invite" />
        </Form>
        {page.invitations.length > 0 && (
          <List label={t("people:waiting")}>
            {page.invitations.map(({ id, email, role, until }) => (
              <ListItem
                key={id}
                start={<Icon name="mail" />}
                title={<bdi>{email}</bdi>}
                meta={
                  <>
                    <span>{role}</span>
                    <span>{until}</span>
                  </>
                }
                end={
                  <Form>
                    <input type="hidden" name="id" value={id} />
                    <SubmitButton
                      intent="withdraw"
                      variant="default"
                      size="sm"
                      label={t("people:withdrawOf", { email })}
                    >
                      {t("people:withdraw")}
                    </SubmitButton>
                  </Form>
                }
              />
            ))}
          </List>
        )}
      </Section>
      <Section isBeside title={t("people:log")} lead={t("people:logLead")}>
        {page.changes.length === 0 ? (
          <p>{t("people:noLog")}</p>
        ) : (
          <List>
            {page.changes.map(({ key, text, when }) => (
              <ListItem key={key} title={text} meta={when} />
            ))}
          </List>
        )}
      </Section>
    </main>
  );
}

function Person({
  person: { id, name, email, role, since },
  roles,
}: {
  person: Page["people"][number];
  roles: Page["roles"];
}) {
  const { t } = useText();
  return (
    <ListItem
      start={<Icon name="user" />}
      title={<bdi>{name}</bdi>}
      meta={
        <>
          <bdi>{email}</bdi>
          <span>{since}</span>
        </>
      }
    >
      <Form isRow>
        <input type="hidden" name="id" value={id} />
        <Select
          id={`role-${id}`}
          name="role"
          label={t("people:roleOf", { name })}
          isLabelHidden
          options={roles}
          defaultValue={role}
        />
        <SubmitButton intent="change" variant="default" label={t("people:changeOf", { name })}>
          {t("people:change")}
        </SubmitButton>
        <SubmitButton
          intent="remove"
          variant="default"
          danger
          label={t("people:removeOf", { name })}
        >
          {t("people:remove")}
        </SubmitButton>
      </Form>
    </ListItem>
  );
}
